import type { Notice } from '../rules/notice.ts'

/** The secret part of an address, and the chat that a bot writes to; null if the address itself identifies the chat. */
export type ChatAddress = { secret: string; chat: string | null }

/** How notices are sent to one kind of chat. */
export type Chat = {
  title: string
  /** The API's base URL; on a local instance, a stand-in may replace it. */
  baseUrl: string
  /** Whether a bot sends the messages, to a chat that has to be named. */
  needsChat: boolean
  /** The request to `baseUrl`. */
  message: (address: ChatAddress, notice: Notice) => { path: string; body: unknown }
  /** Whether a successful response says that the message was accepted. */
  hasAccepted: (body: string) => boolean
  /** The API's reason for a refusal, and how long to wait. */
  readRefusal: (body: string) => { said: string; retryAfterSeconds?: number | undefined }
}
