import type { ChatKind } from './notice-destination.ts'

/** Pasted by an owner; the group is its secret part. The host is fixed, so no address can lead anywhere else. */
const addresses: Readonly<Record<ChatKind, RegExp>> = {
  slack: /^https:\/\/hooks\.slack\.com\/services\/(T\w{5,30}\/B\w{5,30}\/\w{10,60})\/?$/,
  discord:
    /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{15,25}\/[\w-]{30,120})\/?$/,
  telegram: /^(\d{5,20}:[\w-]{30,60})$/,
}

/** Returns the secret part of a pasted URL; undefined if it isn't of this kind. The dashboard has the same rule. */
export function readChatAddress(kind: ChatKind, text: string): string | undefined {
  return addresses[kind].exec(text)?.[1]
}

/** Whether a Telegram bot could write there: the id of a chat, or @ and the name of a channel. */
export function isChatName(text: string): boolean {
  return /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/.test(text)
}
