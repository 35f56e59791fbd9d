import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import { chainById } from '../../chain/chains.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { report } from '../../log/report.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { candidatesOf } from '../../payments/checkout-sessions/rules/session-terms.ts'
import { refusePayment } from './rules/payment-refusals.ts'

export type ReadingChainsServices = {
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
  /** Called with the error if chains could not be read. */
  onUnread: (error: unknown, session: CheckoutSession) => void
}

/**
 * Runs work that reads the session's chains. If some can't be read, throws `timed_out` with a message that names them.
 */
export async function readingChains<Result>(
  { chains, onUnread }: ReadingChainsServices,
  session: CheckoutSession,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const enabled = (await chains(session.mode)).map(({ chain }) => chain.chainId)
    const unread = unreadChains(error, { session, enabled })
    if (!unread) throw error
    onUnread(error, session)
    throw unread
  }
}

/** The error for the operator if a check failed because of a chain. Undefined if it failed for another reason. */
export function unreadChains(
  error: unknown,
  { session, enabled }: { session: CheckoutSession; enabled: readonly number[] },
): ServiceError | undefined {
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  const silent = causes.filter((cause) => cause instanceof ChainUnavailable)
  const disabled = error instanceof AggregateError ? [] : disabledChains(session, enabled)
  if (silent.length < causes.length && disabled.length === 0) return undefined
  const all = [...silent.map(({ chainId }) => chainId), ...disabled]
  const values = { chains: all.map(nameOf).join(', '), id: session.id }
  if (silent.length === 0) return refusePayment('chains_disabled', values)
  const said = silent.map(({ message }) => message).join('; ')
  return refusePayment('chains_unread', { ...values, said })
}

function nameOf(chainId: number): string {
  return chainById(chainId)?.name ?? `${chainId}`
}

/** Chains that an open session can be paid on and that are no longer configured. */
function disabledChains(session: CheckoutSession, enabled: readonly number[]): number[] {
  if (session.closedAt) return []
  const asked = new Set(candidatesOf(session).map(({ lock }) => lock.chainId))
  return [...asked].filter((chainId) => !enabled.includes(chainId))
}

/** For operations that read what they can. */
export function sessionUnread(error: unknown, { id: sessionId, mode }: CheckoutSession): void {
  report('session not checked', error, { mode, sessionId })
}
