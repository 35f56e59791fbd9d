import * as z from 'zod'
import { idRange } from '../../../kernel/id-range.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { packedJson } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { mergedPages } from '../../../kernel/store/query-shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { type OnUnreadable, readRows } from '../../../kernel/store/unreadable-rows.ts'
import { type Sale, topicOf } from '../rules/sale.ts'

const formatted = z.object({ formatted: z.string() })

const inAsset = formatted.extend({ base: z.string() })

const typeRow = z.lazy(() => z.object({ id: z.string(), type: z.string() }))

const saleRow = z.lazy(() =>
  z.object({
    id: z.string(),
    type: z.string(),
    sessionId: z.string(),
    data: packedJson(
      z.object({
        fiat: z.object({ amount: z.string(), currency: z.string() }),
        asset: z.string(),
        chainId: z.int(),
        amount: formatted,
        amountReceived: inAsset,
        linkId: z.string().nullable(),
        provider: z.string().nullable(),
        customerEmail: z.string().nullable(),
        metadata: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
        deposit: z.object({ chainId: z.int(), asset: z.string(), amount: formatted }).optional(),
      }),
    ),
  }),
)

/** The position of everything in the event log that was created before a moment. */
export function positionBefore(at: Date): string {
  return idRange('event', { createdAfter: at }).from
}

type Reading = { after: string; until: Date; onUnreadable: OnUnreadable; pageSize?: number }

export type NewSales = {
  sales: Sale[]
  /** The position up to which they were read. */
  readTo: string
  /** Whether nothing is left before `until`. */
  isEnd: boolean
  /** Whether there was anything, be it a sale or not. */
  isEmpty: boolean
}

const attributes = ['id', 'type', 'sessionId', 'data']

/**
 * The sales of a mode after a position and before a moment, oldest first: of one page of the event log (1 MB). Eventually
 * consistent.
 */
export async function newSales(
  table: Table,
  mode: Mode,
  { after, until, onUnreadable, pageSize }: Reading,
): Promise<NewSales> {
  const end = positionBefore(until)
  // Above the position itself, and below every longer one.
  const range = { from: `${after}!`, to: end }
  const nothing = { sales: [], readTo: end, isEnd: true, isEmpty: true }
  if (range.from > range.to) return { ...nothing, readTo: after }
  const query = { index: 'list', partition: indexKeys.events(mode), range, attributes } as const
  for await (const page of mergedPages(table, { ...query, ...(pageSize && { pageSize }) })) {
    const sold = page.rows.filter((row) =>
      readRows([row], typeRow, onUnreadable).some(({ type }) => topicOf(type)),
    )
    return {
      sales: readRows(sold, saleRow, onUnreadable).flatMap(asSale),
      readTo: page.readTo ?? end,
      isEnd: page.readTo === undefined,
      isEmpty: page.rows.length === 0,
    }
  }
  return nothing
}

function asSale({ id, type, sessionId, data }: z.output<typeof saleRow>): Sale[] {
  const topic = topicOf(type)
  if (!topic) return []
  const { fiat, asset, chainId, amount, amountReceived, deposit } = data
  const counted = { chainId, asset, amount: amountReceived.formatted }
  const isOnChain = deposit !== undefined || amountReceived.base !== '0'
  return [
    {
      eventId: id,
      topic,
      sessionId,
      linkId: data.linkId,
      fiat,
      due: amount.formatted,
      received: deposit ? { ...deposit, amount: deposit.amount.formatted } : counted,
      provider: isOnChain ? null : data.provider,
      customerEmail: data.customerEmail,
      metadata: data.metadata,
    },
  ]
}
