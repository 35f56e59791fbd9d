import { refusing } from '../../../kernel/refusals.ts'

export const viewRefusals = {
  too_many_views: {
    code: 'state_changed',
    param: 'name',
    text: 'You have {most} views already. Remove one first.',
  },
} as const

export const refuseView = refusing(viewRefusals)
