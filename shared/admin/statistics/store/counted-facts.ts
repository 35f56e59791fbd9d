import * as z from 'zod'
import { idRange } from '../../../kernel/id-range.ts'
import type { IdKind } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { formatDecimal, parseDecimal } from '../../../kernel/money.ts'
import { moment, packedJson } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { mergedPages } from '../../../kernel/store/query-shards.ts'
import type { SpreadPartition } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { type CountedFact, countOf, isCompleted } from '../rules/day-statistics.ts'

const fiat = z.object({ amount: z.string(), currency: z.string() })

const sessionRow = z.object({ createdAt: moment, fiat })

const inBase = z.object({ base: z.string() })

const refunded = z.object({
  depositId: z.string().nullable(),
  amount: inBase.nullable(),
  provider: z.string().nullish(),
  completedAt: z.string().nullable(),
})

/** An event of a type that only a newer version knows isn't counted. */
const eventRow = z.object({
  createdAt: moment,
  type: z.string(),
  data: packedJson(
    z.object({
      fiat,
      status: z.string().optional(),
      amount: inBase.optional(),
      amountReceived: inBase.optional(),
      amountRefunded: inBase.optional(),
      refund: refunded.optional(),
    }),
  ),
})

type Between = { from: Date; until: Date; pageSize?: number }

export type CountedFacts = { facts: CountedFact[]; until: Date }

/**
 * Returns a mode's facts from one moment until before another, from at most one page of sessions and one of events (1
 * MB each). `until` is how far they reach. Eventually consistent.
 */
export async function countedFacts(
  table: Table,
  mode: Mode,
  between: Between,
): Promise<CountedFacts> {
  const [sessions, events] = await Promise.all([
    page(table, { kind: 'checkoutSession', partition: indexKeys.sessions(mode) }, between),
    page(table, { kind: 'event', partition: indexKeys.events(mode) }, between),
  ])
  const until = new Date(Math.min(sessions.until.getTime(), events.until.getTime()))
  const created = sessions.rows.map((row) => sessionRow.parse(row)).map(asCreated)
  const changed = events.rows.map((row) => eventRow.parse(row)).flatMap(asChanged)
  return { facts: [...created, ...changed].filter(({ at }) => at < until), until }
}

type Of = { kind: IdKind; partition: SpreadPartition }

const attributes = ['createdAt', 'fiat', 'type', 'data']

/** The last row of a page that isn't the end is left to the next: more rows may have its millisecond. */
async function page(
  table: Table,
  { kind, partition }: Of,
  { from, until, pageSize }: Between,
): Promise<{ rows: Record<string, unknown>[]; until: Date }> {
  const createdBefore = new Date(until.getTime() - 1)
  const range = idRange(kind, { createdAfter: from, createdBefore })
  const query = { index: 'list', partition, range, attributes } as const
  for await (const page of mergedPages(table, { ...query, ...(pageSize && { pageSize }) })) {
    const last = page.readTo && page.rows.at(-1)
    return { rows: page.rows, until: last ? moment.parse(last['createdAt']) : until }
  }
  return { rows: [], until }
}

function asCreated({ createdAt, fiat }: z.infer<typeof sessionRow>): CountedFact {
  return { at: createdAt, name: 'created', fiat }
}

function asChanged({ createdAt: at, type, data }: z.infer<typeof eventRow>): CountedFact[] {
  const { fiat, refund } = data
  if (!refund) {
    const name = countOf(type)
    return name ? [{ at, name, fiat }] : []
  }
  // A provider that gave back a part says no more than that, and may yet give back the rest.
  if (!refund.amount) return []
  const isVoid = type === 'refund.canceled' && refund.completedAt !== null
  const name = isVoid ? 'refunded' : countOf(type)
  return name ? [{ at, name, fiat: fiatOf(data, refund, isVoid), isVoid }] : []
}

/**
 * The amount by which a refund's change reduces the completed volume, at the session's price. A session that isn't
 * fulfilled was never part of it, nor was the amount above the price, so that is refunded first and reduces nothing.
 */
function fiatOf(
  data: z.infer<typeof eventRow>['data'],
  refund: z.infer<typeof refunded>,
  isVoid: boolean,
): CountedFact['fiat'] {
  const { fiat, status, amount, amountReceived, amountRefunded } = data
  const price = parseDecimal(fiat.amount, 2)
  const due = BigInt(amount?.base ?? 0)
  const wasCounted = refund.depositId === null && isCompleted(status ?? '')
  if (!wasCounted || !price || due === 0n || !refund.amount) return { ...fiat, amount: '0' }
  // A provider that says how much gave back all of it.
  if (refund.provider) return fiat
  const excess = BigInt(amountReceived?.base ?? 0) - due
  const taken = (refunded: bigint) => {
    const beyond = refunded - (excess > 0n ? excess : 0n)
    return beyond > 0n ? beyond : 0n
  }
  const back = BigInt(refund.amount.base)
  const after = BigInt(amountRefunded?.base ?? back)
  const before = isVoid ? after + back : after - back
  const base = isVoid ? taken(before) - taken(after) : taken(after) - taken(before)
  const hundredths = (price.units * 10n ** BigInt(2 - price.scale) * base) / due
  return { ...fiat, amount: formatDecimal({ units: hundredths, scale: 2 }) }
}
