import { refusing } from '../../../kernel/refusals.ts'

export const noticeRefusals = {
  sale_mails_on: {
    code: 'parameter_invalid',
    param: 'kind',
    text: 'Mails of sales are on in {mode} mode already.',
  },
  too_many_destinations: {
    code: 'parameter_invalid',
    param: 'kind',
    text: 'There are {most} destinations in {mode} mode. Remove one first.',
  },
  test_notice_refused: {
    code: 'parameter_invalid',
    param: 'address',
    text: 'The test message was refused: {said}. Copy the address again.',
  },
  too_many_messages: {
    code: 'timed_out',
    text: 'Too many messages ({said}). Try again in a minute.',
  },
  chat_not_reached: {
    code: 'timed_out',
    text: "It can't be reached right now. Try again in a minute.",
  },
} as const

export const refuseNotice = refusing(noticeRefusals)
