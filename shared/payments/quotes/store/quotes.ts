import * as z from 'zod'
import { isId } from '../../../kernel/ids.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { priceLock } from '../../checkout-sessions/store/sessions.ts'
import type { Quote } from '../rules/quote.ts'
import { quoteKeys } from './keys.ts'

const quoteCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    linkId: z.string().nullable(),
    fiat: z.object({ amount: z.string(), currency: z.string() }),
    ethPriceUsd: z.string(),
    lock: priceLock,
    checkoutSessionId: z.string().nullable(),
    createdAt: moment,
  }),
)

const retentionSeconds = 30 * 86_400

/** The write that adds a quote. It can be read for 30 days. */
export function quoteCreation(quote: Quote): Write {
  const { mode, id, createdAt } = quote
  return addition({
    ...quoteKeys.quote(mode, id),
    ...z.encode(quoteCodec, quote),
    ttl: Math.ceil(createdAt.getTime() / 1000) + retentionSeconds,
  })
}

/** The write that consumes a quote; its condition fails if it was already used or has expired at `at`. */
export function quoteConsumption(
  { mode, id }: Pick<Quote, 'mode' | 'id'>,
  { sessionId, at }: { sessionId: string; at: Date },
): Write {
  return {
    Update: {
      Key: quoteKeys.quote(mode, id),
      UpdateExpression: 'SET checkoutSessionId = :session',
      ConditionExpression: 'attribute_type(checkoutSessionId, :null) AND #lock.expiresAt > :at',
      ExpressionAttributeNames: { '#lock': 'lock' },
      ExpressionAttributeValues: {
        ':session': sessionId,
        ':null': 'NULL',
        ':at': at.toISOString(),
      },
    },
  }
}

/** The quote as last written (consistent), or undefined. */
export async function loadQuote(table: Table, mode: Mode, id: string): Promise<Quote | undefined> {
  if (!isId('quote', id)) return undefined
  return readItem(table, quoteKeys.quote(mode, id), quoteCodec)
}
