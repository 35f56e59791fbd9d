import { signal } from '@preact/signals'
import type { Words } from '../../../shared/kernel/errors.ts'
import type { Operations } from '../operations.ts'
import { followWork, type ShowSteps, workIdIn } from './follow-work.ts'
import { type Proof, sendProven } from './proof.ts'
import type { Failure, Result } from './result.ts'
import { signInExpired, startAfresh, toSecondFactor, visit } from './visit-state.ts'

export type OperationName = keyof Operations

/** When the service was last reached, and whether it is out of reach now. */
export const connection = signal<{ isLost: boolean; since: Date }>({
  isLost: false,
  since: new Date(),
})

type Options = {
  /** Called with the steps of an operation that runs in the background, as they happen. */
  onSteps?: ShowSteps
  /** Called with the id of the background work, once it has started. */
  onStart?: (workId: string) => void
  /** Aborted when nobody waits for the output any more. */
  signal?: AbortSignal
}

/**
 * Calls an operation, and waits for one that runs in the background. An expired session leads to the sign-in page; if
 * somebody else has signed in since, the page starts afresh; an operation that needs a proof of who sends it asks for
 * one. Never throws.
 */
export async function call<Name extends OperationName>(
  name: Name,
  input: Operations[Name]['input'],
  { signal, ...shown }: Options = {},
): Promise<Result<Operations[Name]['output']>> {
  const given = { name, input, signal }
  const result = await sendAndFollow<Operations[Name]['output']>(given, shown)
  if (result.kind === 'rejected' && !visitors.has(name)) noteRefusal(result.code)
  return result
}

/** Leads to where the operator can do something about it. */
function noteRefusal(code: string): void {
  if (code === 'unauthenticated') signInExpired()
  if (code === 'second_factor_required') toSecondFactor()
  if (code === 'operator_changed') startAfresh()
}

/** Operations whose `unauthenticated` error is about the input. */
const visitors: ReadonlySet<OperationName> = new Set([
  'claim-instance',
  'sign-in-with-password',
  'sign-in-with-passkey',
  'accept-invitation',
  'show-invitation',
])

const patienceMs = 130_000

type Given = { name: OperationName; input: unknown; signal?: AbortSignal | undefined }

async function sendAndFollow<Output>(
  given: Given,
  { onStart, onSteps = () => undefined }: Pick<Options, 'onStart' | 'onSteps'>,
): Promise<Result<Output>> {
  const result = await sendWithProof<Output>(given)
  const workId = result.kind === 'ok' ? workIdIn(result.output) : undefined
  if (workId === undefined) return result
  onStart?.(workId)
  return follow<Output>(workId, onSteps)
}

/** Asks for a proof if the service does. The proof is about the text that was sent, so the same text is sent again. */
async function sendWithProof<Output>({ name, input, signal }: Given): Promise<Result<Output>> {
  const text = JSON.stringify(input)
  const result = await send<Output>({ name, body: text, signal })
  if (result.kind !== 'rejected' || result.code !== 'proof_required') return result
  return sendProven<Output>({ name, input, text }, (proof: Proof) =>
    send({ name, body: JSON.stringify({ input: text, proof }), signal }),
  )
}

/** Waits for what runs in the background already, such as after a reload. */
export async function follow<Output>(id: string, onSteps: ShowSteps): Promise<Result<Output>> {
  const body = JSON.stringify({ id })
  const show = () => send<Operations['show-work']['output']>({ name: 'show-work', body })
  const result = await followWork<Output>(show, onSteps)
  if (result.kind === 'rejected') noteRefusal(result.code)
  return result
}

type Sent = { name: OperationName; body: string; signal?: AbortSignal | undefined }

/** Page and service are deployed together, so the output has the operation's type. */
async function send<Output>({ name, body: sent, signal }: Sent): Promise<Result<Output>> {
  try {
    const response = await fetch(`/api/dashboard/${name}`, {
      method: 'POST',
      headers: headersNow(),
      body: sent,
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])]),
    })
    const body = await response.json()
    noteConnection(response.status !== 502 && response.status !== 503 && response.status !== 504)
    return response.ok ? { kind: 'ok', output: body } : rejectionIn(name, body)
  } catch {
    if (signal?.aborted) return { kind: 'cancelled' }
    noteConnection(false)
    return { kind: 'unreachable' }
  }
}

/**
 * With the operator that the page shows, because all tabs share the cookie: nobody acts as another person who signed in
 * elsewhere.
 */
function headersNow(): Record<string, string> {
  const shown = visit.peek()?.operator
  return {
    'Content-Type': 'application/json',
    'X-Quittance-Dashboard': '1',
    ...(shown && { 'X-Quittance-Operator': shown.id }),
  }
}

function noteConnection(isReached: boolean): void {
  const before = connection.peek()
  if (isReached) connection.value = { isLost: false, since: new Date() }
  else if (!before.isLost) connection.value = { isLost: true, since: before.since }
}

/** The browser knows first when it is offline. */
export function watchConnection(): void {
  window.addEventListener('offline', () => noteConnection(false))
}

function rejectionIn(operation: string, body: unknown): Failure {
  const error = isRecord(body) ? body['error'] : undefined
  if (!isRecord(error) || typeof error['code'] !== 'string') return { kind: 'unreachable' }
  const { code, message, param, words, requestId } = error
  return {
    kind: 'rejected',
    code,
    message: typeof message === 'string' ? message : code,
    param: typeof param === 'string' ? param : null,
    ...(isRecord(words) && { words: wordsIn(words) }),
    ...(typeof requestId === 'string' && { request: { operation, id: requestId } }),
  }
}

function wordsIn({ name, values }: Record<string, unknown>): Words | undefined {
  if (typeof name !== 'string' || !isRecord(values)) return undefined
  const entries = Object.entries(values).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  return { name, values: Object.fromEntries(entries) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
