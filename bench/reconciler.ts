import { mostParts, shardsOfPart } from '../shared/payments/ledger/rules/reconciler-parts.ts'
import { reconcile } from '../shared/payments/ledger/scanning/reconcile.ts'
import { startEngineHarness } from '../test/scenarios/engine-harness.ts'
import { type Figure, sized } from './bench.ts'

const open = sized(20_000, 500)
const rounds = sized(3, 1)

/**
 * Rounds of the reconciler over many open sessions of one chain without a payment, on a real node: all of them in one
 * invocation, and in each of the most that share them.
 */
export async function reconciler(): Promise<Figure[]> {
  const indexShards = { count: mostParts, before: mostParts, from: new Date(0).toISOString() }
  const engine = await startEngineHarness({ settings: { indexShards } })
  const round = async (shards: readonly number[]) => {
    await engine.mine()
    const startedAt = performance.now()
    const { open: found, failures } = await reconcile(engine.deps, { mode: 'test', shards })
    if (failures.length > 0) throw new Error(`${failures.length} of ${found} failed`)
    return { found, seconds: (performance.now() - startedAt) / 1000 }
  }
  try {
    const later = new Date(engine.clock().getTime() + 86_400_000)
    await engine.openSessions(open, () => ({ expiresAt: later, lateUntil: later }))
    const all = Array.from({ length: mostParts }, (_, shard) => shard)
    await round(all)
    const alone = []
    const shared = []
    for (let times = 0; times < rounds; times++) {
      alone.push(await round(all))
      shared.push(await round(shardsOfPart(times % mostParts, mostParts, engine.clock())))
    }
    const [ofAll, ofPart] = [medianOf(alone), medianOf(shared)]
    return [
      { what: `${open} open sessions in one run`, value: said(ofAll) },
      { what: `a fifth of them in one of ${mostParts} runs`, value: said(ofPart) },
      {
        what: 'one run takes as long as',
        value: `${(ofAll.seconds / ofPart.seconds).toFixed(1)} of the ${mostParts}`,
      },
    ]
  } finally {
    await engine.stop()
  }
}

type Round = { found: number; seconds: number }

function medianOf(timed: readonly Round[]): Round {
  const sorted = timed.toSorted((a, b) => a.seconds - b.seconds)
  return sorted[Math.floor(sorted.length / 2)] ?? { found: 0, seconds: 0 }
}

function said({ found, seconds }: Round): string {
  return `${seconds.toFixed(1)} s, ${Math.round(found / seconds)} a second`
}
