import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import { chainById } from '../../shared/chain/chains.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { candidatesOf } from '../../shared/checkout-sessions/rules/session-terms.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'

/**
 * What the operator is told where a check failed for want of a chain: which, and that nothing is lost. Undefined where it
 * failed for anything else.
 */
export function unreadChains(
  error: unknown,
  { session, enabled }: { session: CheckoutSession; enabled: readonly number[] },
): ServiceError | undefined {
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  const silent = causes.filter((cause) => cause instanceof ChainUnavailable)
  const off = error instanceof AggregateError ? [] : chainsOff(session, enabled)
  if (silent.length < causes.length && off.length === 0) return undefined
  const message = [
    ...silent.map(silenceOf),
    ...off,
    'Nothing is lost: money at the address stays there, and this command finds it once the chain answers.',
    `What could be read is noted: npm run operate -- sessions show ${session.id}`,
  ]
  return new ServiceError('timed_out', message.join('\n'))
}

function silenceOf({ chainId, message }: ChainUnavailable): string {
  const name = chainById(chainId)?.name ?? 'A chain'
  return `${name} cannot be read now (${message}). See what its nodes say: npm run operate -- chains probe --chain ${chainId}`
}

/** Chains that an open session may be paid on and that have left the configuration. */
function chainsOff(session: CheckoutSession, enabled: readonly number[]): string[] {
  if (session.closedAt) return []
  const asked = new Set(candidatesOf(session).map(({ lock }) => lock.chainId))
  return [...asked]
    .filter((chainId) => !enabled.includes(chainId))
    .map((chainId) => {
      const name = chainById(chainId)?.name ?? 'A chain'
      return `${name} (chain ${chainId}) is not enabled, so nobody can tell what was paid there. Name its nodes again.`
    })
}
