import { refusing } from '../../kernel/refusals.ts'

export const requestRefusals = {
  body_too_large: {
    code: 'body_too_large',
    text: 'The body may have at most {most} KiB. Send less.',
  },
} as const

export const refuseRequest = refusing(requestRefusals)
