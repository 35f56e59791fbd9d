import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import { chainById } from '../../chain/chains.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { report } from '../../log/report.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { candidatesOf } from '../../payments/checkout-sessions/rules/session-terms.ts'

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
  const message = [
    ...silent.map(silenceOf),
    ...disabled,
    'No money is lost: it stays at the address, and this command finds it once the chain can be read again.',
    `What could be read is recorded: npm run operate -- sessions show ${session.id}`,
  ]
  return new ServiceError('timed_out', message.join('\n'))
}

function silenceOf({ chainId, message }: ChainUnavailable): string {
  const name = chainById(chainId)?.name ?? 'A chain'
  return `${name} can't be read right now (${message}). To check its nodes: npm run operate -- networks test --chain ${chainId}`
}

/** Chains that an open session can be paid on and that are no longer configured. */
function disabledChains(session: CheckoutSession, enabled: readonly number[]): string[] {
  if (session.closedAt) return []
  const asked = new Set(candidatesOf(session).map(({ lock }) => lock.chainId))
  return [...asked]
    .filter((chainId) => !enabled.includes(chainId))
    .map((chainId) => {
      const name = chainById(chainId)?.name ?? 'A chain'
      return `${name} (chain ${chainId}) is not enabled, so payments on it can't be checked. Configure its nodes again.`
    })
}

/** For operations that read what they can. */
export function sessionUnread(error: unknown, { id: sessionId, mode }: CheckoutSession): void {
  report('session not checked', error, { mode, sessionId })
}
