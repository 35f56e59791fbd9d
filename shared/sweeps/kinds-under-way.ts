import type { Planning } from './planning.ts'
import { assetKey, type Holding } from './rules/holding.ts'
import type { SweepKind } from './rules/sweep.ts'
import { loadHoldings } from './store/holdings.ts'
import { loadSweep } from './store/sweeps.ts'

/** The kinds of the sweeps that are moving other money of a holding's address on its chain. */
export async function kindsUnderWay(
  { services: { table }, mode }: Pick<Planning, 'services' | 'mode'>,
  holding: Holding,
): Promise<SweepKind[]> {
  const { sessionId, chainId } = holding
  const all = await loadHoldings(table, { mode, sessionId, chainId })
  const others = all.filter((other) => assetKey(other) !== assetKey(holding))
  const ids = new Set(others.flatMap(({ sweepId }) => sweepId ?? []))
  const sweeps = await Promise.all([...ids].map((id) => loadSweep(table, mode, id)))
  return sweeps.flatMap((sweep) => sweep?.kind ?? [])
}
