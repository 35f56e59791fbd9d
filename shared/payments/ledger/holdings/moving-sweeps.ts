import { larger } from '../../../kernel/money.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import type { Sweep } from '../../holdings/rules/sweep.ts'
import { loadHoldings } from '../../holdings/store/holdings.ts'
import { loadSweep } from '../../holdings/store/sweeps.ts'

/**
 * The sweeps whose transactions may be changing what a session's address holds on a chain. One of which nothing is
 * signed can't. Read after the balances, and before the movements that a sweep leaves when it ends.
 */
export async function movingSweeps(
  table: Table,
  { mode, id: sessionId }: Pick<CheckoutSession, 'mode' | 'id'>,
  chainId: number,
): Promise<Sweep[]> {
  const holdings = await loadHoldings(table, { mode, sessionId })
  const ids = holdings.flatMap((holding) =>
    holding.chainId === chainId && holding.sweepId !== null ? [holding.sweepId] : [],
  )
  const sweeps = await Promise.all([...new Set(ids)].map((id) => loadSweep(table, mode, id)))
  return sweeps.flatMap((sweep) => (sweep && sweep.attempts.length > 0 ? [sweep] : []))
}

/** Whether a sweep changes what its addresses hold of an asset. */
export function isMoved(
  { kind, tokenAddress }: Pick<Sweep, 'kind' | 'tokenAddress'>,
  asset: string | null,
): boolean {
  // A deposit address pays for its token's transfer in coin.
  if (asset === null) return kind !== 'authorized'
  return kind !== 'top-up' && asset === tokenAddress
}

/** The maximum amount of an asset that we are just sending to a sweep's address ourselves. */
export function sentToAddress(sweeps: readonly Sweep[], asset: string | null): bigint {
  if (asset !== null) return 0n
  const topUps = sweeps.filter(({ kind }) => kind === 'top-up')
  return topUps
    .flatMap(({ attempts }) => attempts)
    .reduce((most, { valueBase }) => larger(most, valueBase), 0n)
}
