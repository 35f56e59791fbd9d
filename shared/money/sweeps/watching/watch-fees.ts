import { formatBase } from '../../../kernel/money.ts'
import { feeOfEach, type Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { loadSweepWatch, saveSweepWatch } from '../store/sweep-watch.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'
import { alertOnce } from './alert-once.ts'

/** A sweep that costs this many times the usual cost is unusual. */
const unusualFactor = 5n
/** The number of earlier sweeps that the latest one weighs against. */
const memory = 7n

/**
 * Learns the usual cost per address for each kind of sweep, and notifies the owner if a sweep costs several times as
 * much.
 */
export async function watchFees(
  services: SweepServices,
  chain: SweptChain,
  { id, kind, items, feeBase }: Pick<Sweep, 'id' | 'kind' | 'items' | 'feeBase'>,
): Promise<void> {
  const eachBase = feeOfEach({ feeBase, items })
  if (eachBase === null) return
  const { name, chainId, native } = chain.client.chain
  const of = { mode: chain.mode, chainId }
  const { usualFees } = await loadSweepWatch(services.table, of)
  const usual = usualFees[kind]
  const text = (base: bigint) => `${formatBase(base, native.decimals)} ${native.symbol}`
  if (usual !== undefined && eachBase > usual * unusualFactor) {
    const message = `Sweep ${id} on ${name} cost ${text(eachBase)} for each address, where ${text(usual)} is usual. The chain may be busy, or a node may lie about the price of gas.`
    await alertOnce(services, chain, { cause: `fee of ${kind}`, message })
  }
  const next = usual === undefined ? eachBase : (usual * memory + eachBase) / (memory + 1n)
  const watch = await loadSweepWatch(services.table, of)
  await saveSweepWatch(services.table, of, {
    ...watch,
    usualFees: { ...watch.usualFees, [kind]: next },
  })
}
