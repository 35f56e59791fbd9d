import { signal } from '@preact/signals'
import type { Operations } from '../operations.ts'
import { confirmIdentity } from './step-up.ts'
import { signInExpired, toSecondFactor } from './visit-state.ts'

/**
 * Why a call has no output: the service rejected it, it was not reached, or the operator did not confirm who they are.
 */
export type Failure =
  | { kind: 'rejected'; code: string; message: string; param: string | null }
  | { kind: 'unreachable' }
  | { kind: 'cancelled' }

export type Result<Output> = { kind: 'ok'; output: Output } | Failure

export type OperationName = keyof Operations

/** When the service was last reached, and whether it is out of reach now. */
export const connection = signal<{ isLost: boolean; since: Date }>({
  isLost: false,
  since: new Date(),
})

/**
 * Calls an operation. An expired session leads to the sign-in page; an operation that needs a fresh confirmation asks for
 * it, and is then repeated. Never throws.
 */
export async function call<Name extends OperationName>(
  name: Name,
  input: Operations[Name]['input'],
): Promise<Result<Operations[Name]['output']>> {
  const result = await send<Operations[Name]['output']>(name, input)
  if (result.kind !== 'rejected') return result
  if (result.code === 'step_up_required') {
    const isConfirmed = await confirmIdentity()
    return isConfirmed ? send<Operations[Name]['output']>(name, input) : { kind: 'cancelled' }
  }
  if (result.code === 'unauthenticated' && !visitors.has(name)) signInExpired()
  if (result.code === 'second_factor_required') toSecondFactor()
  return result
}

/** Operations whose `unauthenticated` is about what was typed. */
const visitors: ReadonlySet<OperationName> = new Set([
  'claim-instance',
  'sign-in-with-password',
  'sign-in-with-passkey',
  'accept-invitation',
  'show-invitation',
  'step-up',
])

const patienceMs = 130_000

async function send<Output>(name: OperationName, input: unknown): Promise<Result<Output>> {
  try {
    const response = await fetch(`/api/dashboard/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Quittance-Dashboard': '1' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(patienceMs),
    })
    const body: unknown = await response.json()
    noteConnection(response.status !== 502 && response.status !== 503 && response.status !== 504)
    if (response.ok && isOutput<Output>(body)) return { kind: 'ok', output: body }
    return rejectionIn(body)
  } catch {
    noteConnection(false)
    return { kind: 'unreachable' }
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

/** Page and service are deployed together, so the output has the operation's type. */
function isOutput<Output>(body: unknown): body is Output {
  return isRecord(body)
}

function rejectionIn(body: unknown): Failure {
  const error = isRecord(body) ? body['error'] : undefined
  if (!isRecord(error) || typeof error['code'] !== 'string') return { kind: 'unreachable' }
  const { code, message, param } = error
  return {
    kind: 'rejected',
    code,
    message: typeof message === 'string' ? message : code,
    param: typeof param === 'string' ? param : null,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
