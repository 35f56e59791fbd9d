import * as z from 'zod'
import type { ServiceError } from '../../kernel/errors.ts'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import type { ChatAddress } from './chats/chat.ts'
import { chats } from './chats/chats.ts'
import { noticeServices } from './notice-services.ts'
import { isChatName, readChatAddress } from './rules/chat-address.ts'
import {
  type ChatKind,
  destinationKinds,
  mostDestinations,
  type NoticeDestination,
  type NoticeProblem,
  progressFrom,
  saleTopics,
} from './rules/notice-destination.ts'
import type { NoticeOutcome } from './rules/notice-outcome.ts'
import { refuseNotice } from './rules/notice-refusals.ts'
import { triedNotice } from './rules/sale-notice.ts'
import { lastPeriod } from './rules/summary-period.ts'
import { mailNotice, type SendNoticeDeps, sendToChat } from './send-notice.ts'
import { positionBefore } from './store/new-sales.ts'
import {
  addressContext,
  destinationCreation,
  listDestinations,
} from './store/notice-destinations.ts'
import { noticeChoices, presentDestination, shownDestination } from './wire/notice-destination.ts'

const newDestination = z.strictObject({
  mode: z.enum(modes),
  kind: z.enum(destinationKinds),
  address: z
    .string()
    .max(500)
    .meta({ secret: 'NOTICE_ADDRESS' })
    .describe('the URL of a webhook of Slack or Discord, or the token of a Telegram bot')
    .exactOptional(),
  chat: z
    .string()
    .max(40)
    .describe('the id of the chat that the Telegram bot is in, or @ and the name of its channel')
    .exactOptional(),
  language: noticeChoices.language.default('en'),
  about: noticeChoices.about.default([...saleTopics]),
  withEmail: noticeChoices.withEmail.default(false),
  summary: noticeChoices.summary.default('off'),
})

export const addNoticeDestination = operatorOperation({
  name: 'add-notice-destination',
  role: 'owner',
  proof: 'once in the wizard',
  command: 'notices add',
  input: newDestination,
  output: shownDestination,
  touches: {
    table: 'write',
    encrypts: ['notice-addresses'],
    administers: ['notices', 'audit-log'],
    mailsOwner: true,
  },
  docs: { summary: 'Send sale notices by mail or to a chat, after a test message' },
  needs: (config, given) => ({ ...noticeServices(config), ...readingSettings(config, given) }),
  /**
   * A test message is sent first, and nothing is stored if it isn't accepted. Throws `parameter_invalid` for an address that is
   * none of its kind or doesn't work, and `timed_out` for a chat that can't be reached.
   */
  async run(services: Services, { input }) {
    const { mode, kind } = input
    const address = kind === 'mail' ? mailAddress(input) : chatAddress(kind, input)
    await requireRoom(services.table, input)
    const { baseUrl } = await services.settings(mode)
    const notice = triedNotice({ mode, baseUrl, language: input.language })
    requireSent(
      kind === 'mail' || address === null
        ? await mailNotice(services, notice)
        : await sendToChat(services, { kind, address }, notice),
    )
    const added = await destinationOf(services, input, address)
    const result = presentDestination(added, services.now())
    const { about, withEmail, summary, language } = result
    const after = { kind, address: result.address, chat: result.chat, about, withEmail, summary }
    return {
      writes: [destinationCreation(added)],
      changes: [{ mode, action: 'notices.add', target: added.id, after: { ...after, language } }],
      result,
    }
  },
})

type Input = z.infer<typeof newDestination>

type Services = SendNoticeDeps & {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  sealAddress: (address: string, context: Record<string, string>) => Promise<Sealed>
}

function mailAddress({ address, chat }: Input): null {
  if (address === undefined && chat === undefined) return null
  throw refuseNotice('mails_to_alarms')
}

function chatAddress(kind: ChatKind, { address = '', chat }: Input): ChatAddress {
  const { needsChat, title } = chats[kind]
  const secret = readChatAddress(kind, address.trim())
  if (secret === undefined) throw refuseNotice(`no_${kind}_address`)
  if (!needsChat) {
    if (chat === undefined) return { secret, chat: null }
    throw refuseNotice('chat_in_address', { title })
  }
  if (chat !== undefined && isChatName(chat)) return { secret, chat }
  throw refuseNotice('no_chat', { title })
}

/** Everybody who confirmed the alarms gets the mails, so one destination has all of them. */
async function requireRoom(table: Table, { mode, kind }: Input): Promise<void> {
  const existing = await listDestinations(table, mode)
  if (kind === 'mail' && existing.some((each) => each.kind === 'mail')) {
    throw refuseNotice('sale_mails_on', { mode })
  }
  if (existing.length < mostDestinations) return
  throw refuseNotice('too_many_destinations', { most: mostDestinations, mode })
}

function requireSent(outcome: NoticeOutcome): void {
  if (outcome.kind === 'sent') return
  throw refusalOf(outcome.problem)
}

function refusalOf({ code, said }: NoticeProblem): ServiceError {
  switch (code) {
    case 'refused':
      return refuseNotice('test_notice_refused', { said })
    case 'busy':
      return refuseNotice('too_many_messages', { said })
    case 'timed_out':
    case 'unreachable':
      return refuseNotice('chat_not_reached')
  }
}

async function destinationOf(
  { now, randomBytes, sealAddress }: Services,
  { mode, kind, language, about, withEmail, summary }: Input,
  address: ChatAddress | null,
): Promise<NoticeDestination> {
  const createdAt = now()
  const id = newId('noticeDestination', createdAt, randomBytes)
  return {
    ...{ id, mode, kind, language, about, withEmail, summary, createdAt },
    address: address && (await sealAddress(address.secret, addressContext({ mode, id }))),
    shownAddress: address ? `…${address.secret.slice(-4)}` : '',
    chat: address?.chat ?? null,
    ...progressFrom(positionBefore(createdAt), lastPeriod(summary, createdAt)),
    lastSentAt: createdAt,
    busyUntil: createdAt,
  }
}
