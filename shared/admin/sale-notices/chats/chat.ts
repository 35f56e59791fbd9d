import type { Notice } from '../rules/notice.ts'

/** The secret part of an address, and the chat that a bot writes to; null for chats whose address says it. */
export type ChatAddress = { secret: string; chat: string | null }

/** How notices are sent to one kind of chat. */
export type Chat = {
  title: string
  /** Of its API; on a local instance, a stand-in may take its place. */
  baseUrl: string
  /** Whether a bot writes, to a chat that has to be named. */
  needsChat: boolean
  /** What is sent to `baseUrl`. */
  message: (address: ChatAddress, notice: Notice) => { path: string; body: unknown }
  /** Whether a response with a status of success says that the message was accepted. */
  hasAccepted: (body: string) => boolean
  /** What its API says of a refusal, and how long it wants to be left alone. */
  readRefusal: (body: string) => { said: string; retryAfterSeconds?: number | undefined }
}
