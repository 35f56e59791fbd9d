import type { OwnerMail } from '../../aws/mail-owner.ts'
import type { Fetch } from '../../http/client/guarded-fetch.ts'
import { invariant } from '../../kernel/invariant.ts'
import { oneLine } from '../../kernel/one-line.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { ChatAddress } from './chats/chat.ts'
import { chats } from './chats/chats.ts'
import { type Notice, textOf } from './rules/notice.ts'
import type { ChatKind, NoticeDestination } from './rules/notice-destination.ts'
import type { NoticeOutcome } from './rules/notice-outcome.ts'
import { addressContext } from './store/notice-destinations.ts'

export type SendNoticeDeps = {
  fetch: Fetch
  /** Base URLs of stand-ins, on a local instance only. */
  hosts: Readonly<Record<string, string>>
  mail: (mail: OwnerMail) => Promise<void>
  /** Default: ten seconds. */
  timeoutMs?: number
}

export type OpenNoticeDeps = SendNoticeDeps & {
  openAddress: (sealed: Sealed, context: Record<string, string>) => Promise<string>
}

const mostSaid = 150

export async function sendNotice(
  deps: OpenNoticeDeps,
  { kind, address, chat, ...destination }: NoticeDestination,
  notice: Notice,
): Promise<NoticeOutcome> {
  if (kind === 'mail') return mailNotice(deps, notice)
  invariant(address, `the ${kind} destination ${destination.id} has an address`)
  const secret = await deps.openAddress(address, addressContext(destination))
  return sendToChat(deps, { kind, address: { secret, chat } }, notice)
}

/** A refusal by the topic is an outcome, like one by a chat. */
export async function mailNotice(
  { mail }: Pick<SendNoticeDeps, 'mail'>,
  { title, lines, url }: Notice,
): Promise<NoticeOutcome> {
  const text = [...lines.map((line) => textOf(line)), url].join('\n')
  try {
    await mail({ subject: asciiSubject(textOf(title)), text })
    return { kind: 'sent' }
  } catch (error) {
    const said = error instanceof Error ? error.name : 'Error'
    return { kind: 'failed', problem: { code: 'refused', said } }
  }
}

/** SNS accepts only printable ASCII, and fewer than 100 characters. */
function asciiSubject(title: string): string {
  const plain = title.replaceAll('Ü', 'Ue').replaceAll('ä', 'ae').normalize('NFKD')
  return plain.replace(/[^\x20-\x7e]/g, '').slice(0, 99)
}

type ToChat = { kind: ChatKind; address: ChatAddress }

/** Sends a notice to a chat. A failure is an outcome, never thrown: it must not prevent other destinations' notices. */
export async function sendToChat(
  { fetch: send, hosts, timeoutMs = 10_000 }: Omit<SendNoticeDeps, 'mail'>,
  { kind, address }: ToChat,
  notice: Notice,
): Promise<NoticeOutcome> {
  const chat = chats[kind]
  const { path, body } = chat.message(address, notice)
  try {
    const response = await send(`${hosts[kind] ?? chat.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (response.ok && chat.hasAccepted(text)) return { kind: 'sent' }
    return refused(response, chat.readRefusal(text))
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    // Its message may name the address, which is a secret.
    return { kind: 'failed', problem: { code: isLate ? 'timed_out' : 'unreachable', said: '' } }
  }
}

function refused(
  { status, headers }: Response,
  { said, retryAfterSeconds = 0 }: { said: string; retryAfterSeconds?: number | undefined },
): NoticeOutcome {
  const inHeader = Number(headers.get('retry-after') ?? 0)
  const asked = Math.ceil(Math.max(retryAfterSeconds, Number.isFinite(inHeader) ? inHeader : 0))
  const problem = {
    code: status === 429 ? ('busy' as const) : ('refused' as const),
    said: oneLine(`${status} ${said}`, mostSaid),
  }
  return { kind: 'failed', problem, ...(asked > 0 && { retryAfterSeconds: asked }) }
}
