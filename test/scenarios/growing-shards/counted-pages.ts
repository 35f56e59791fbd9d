import { countedFacts } from '../../../shared/admin/statistics/store/counted-facts.ts'
import { later } from '../../factories.ts'
import type { ShardReader } from './shard-reader.ts'

const farFuture = later(100_000)

/** The pages of what the statistics count, of all kinds: by their times. */
export const countedPages: ShardReader['pages'] = async function* ({ table, limit }) {
  // A page has to reach further than one moment.
  const reading = { until: farFuture, pageSize: Math.max(2, limit) }
  for (let from = later(0); from < farFuture; ) {
    const { facts, until } = await countedFacts(table(), 'test', { from, ...reading })
    yield facts.map(({ at }) => at.toISOString())
    from = until
  }
}
