import { knownDerivationIndices } from '../shared/payments/wallet/store/derivation-counter.ts'
import { type Figure, sized } from './bench.ts'
import type { PartitionUnits } from './cost/write-units.ts'
import { memoryTable } from './local-services.ts'
import { type Load, playSessions, prepareSessions } from './play-sessions.ts'
import { writesByPartition } from './writes-by-partition.ts'

const perSecond = sized(200, 20)
const seconds = 4
const sessions = perSecond * seconds

/** Quotas per second: of one partition, of one item, and of a table in an account without a higher quota. */
const partitionUnits = 1_000
const tableUnits = 40_000

/** 200 sessions a second: their concurrent writes, the share of one partition, and whatever gets in the way. */
export async function growth(): Promise<Figure[]> {
  const figures = []
  for (const shards of [1, 16]) figures.push(...(await withLoad({ shards, noticedBy: 1 })))
  return [...figures, ...(await withLoad({ shards: 16, noticedBy: 2 }))]
}

async function withLoad({ shards, noticedBy }: Pick<Load, 'shards' | 'noticedBy'>) {
  const { table, stop } = await memoryTable()
  try {
    await prepareSessions(table)
    const counted = await writesByPartition(table, () =>
      playSessions(table, { shards, noticedBy, perSecond, seconds }),
    )
    const given = await knownDerivationIndices(table, 'test')
    const by = noticedBy === 1 ? 'noticed once' : 'each change noticed twice at once'
    const of = (figure: string) => `${figure}, ${shards} shard${shards === 1 ? '' : 's'}, ${by}`
    const contention = {
      what: of('transactions at once, conflicts, retries'),
      value: `${counted.mostAtOnce}, ${counted.conflicts}, ${counted.retries}`,
    }
    return noticedBy === 1
      ? [...busiestOf(of, counted.partitions), gaps(of, given), contention]
      : [contention]
  } finally {
    await stop()
  }
}

/** Every session has an index of its own, or the table refuses its address; those left out are gaps. */
function gaps(of: (figure: string) => string, given: number): Figure {
  return { what: of('derivation indices of no session'), value: `${given - sessions}` }
}

function busiestOf(
  of: (figure: string) => string,
  partitions: readonly PartitionUnits[],
): Figure[] {
  const counters = partitions.filter(isCounter)
  const others = partitions.filter((partition) => !isCounter(partition))
  const all = sum(partitions) / sessions
  return [
    {
      what: of('all writes'),
      value: `${all.toFixed(1)} units a session: full at ${Math.floor(tableUnits / all)} a second`,
    },
    busiest(
      of('busiest partition of an index, of all index writes'),
      others.filter(({ index }) => index !== 'table'),
    ),
    busiest(
      of('busiest partition of the table, of all table writes'),
      others.filter(({ index }) => index === 'table'),
    ),
    busiest(of('counter of derivation indices'), counters),
  ]
}

function isCounter({ key }: PartitionUnits): boolean {
  return key.includes('#counter#')
}

/**
 * Returns the busiest partition's share of the units of all `partitions`, its units per session, and the sessions per
 * second at which it is full, assuming a constant rate.
 */
function busiest(what: string, partitions: readonly PartitionUnits[]): Figure {
  const [most] = partitions.toSorted((a, b) => b.units - a.units)
  const { key, units } = most ?? { key: 'none', units: 0 }
  const perSession = units / sessions
  const share = `${((units / sum(partitions)) * 100).toFixed(1)} % (${key})`
  const limit = `${perSession.toFixed(2)} units a session: full at ${Math.floor(partitionUnits / perSession)} a second`
  return { what, value: `${share}; ${limit}` }
}

function sum(partitions: readonly PartitionUnits[]): number {
  return partitions.reduce((total, { units }) => total + units, 0)
}
