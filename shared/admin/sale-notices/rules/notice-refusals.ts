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
  mails_to_alarms: {
    code: 'parameter_invalid',
    param: 'address',
    text: 'Mails go to the addresses of the alarms, so they need no other one.',
  },
  no_slack_address: {
    code: 'parameter_invalid',
    param: 'address',
    text: 'Slack needs the URL of an incoming webhook, such as https://hooks.slack.com/services/T…/B…/….',
  },
  no_discord_address: {
    code: 'parameter_invalid',
    param: 'address',
    text: 'Discord needs the URL of a webhook, such as https://discord.com/api/webhooks/…/….',
  },
  no_telegram_address: {
    code: 'parameter_invalid',
    param: 'address',
    text: 'Telegram needs the token of a bot, such as 123456789:AAE….',
  },
  chat_in_address: {
    code: 'parameter_invalid',
    param: 'chat',
    text: 'The address of {title} says the channel already. Leave chat out.',
  },
  no_chat: {
    code: 'parameter_invalid',
    param: 'chat',
    text: "{title} needs the id of a chat, such as -1001234567890, or @ and a channel's name.",
  },
  nothing_to_change: {
    code: 'parameter_missing',
    text: 'Name at least one of language, about, withEmail, summary and on.',
  },
} as const

export const refuseNotice = refusing(noticeRefusals)
