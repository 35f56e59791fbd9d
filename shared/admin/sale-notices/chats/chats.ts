import type { ChatKind } from '../rules/notice-destination.ts'
import type { Chat } from './chat.ts'
import { discord } from './discord.ts'
import { slack } from './slack.ts'
import { telegram } from './telegram.ts'

/** The kinds of chats; a new one is a file. */
export const chats: Readonly<Record<ChatKind, Chat>> = { slack, discord, telegram }
