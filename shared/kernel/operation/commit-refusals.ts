import { refusing } from '../refusals.ts'

export const commitRefusals = {
  changed_meanwhile: {
    code: 'state_changed',
    text: 'Other requests are changing this at the same time. Read it again and repeat the change.',
  },
} as const

export const refuseCommit = refusing(commitRefusals)
