import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { actorCodec } from '../../../kernel/store/audit-log.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { type Refund, refundName } from '../rules/refund.ts'
import { refundKeys } from './keys.ts'

const refundCodec = z.lazy(() =>
  z.object({
    mode: z.enum(modes),
    sessionId: z.string(),
    amount: z.string(),
    unit: z.string(),
    proof: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('transaction'),
        chainId: z.int(),
        hash: z.string(),
        recipient: z.string().nullable(),
      }),
      z.object({ kind: z.literal('reference'), reference: z.string() }),
    ]),
    note: z.string(),
    actor: actorCodec,
    recordedAt: moment,
  }),
)

/** The write that adds a refund; its condition fails if it is recorded already. Refunds are never changed. */
export function refundCreation(refund: Refund): Write {
  const key = refundKeys.refund(refund.mode, refund.sessionId, refundName(refund))
  return addition({ ...key, ...z.encode(refundCodec, refund) })
}

/** Every refund of a session (consistent). */
export function refundsOfSession(
  table: Table,
  { mode, sessionId }: { mode: Mode; sessionId: string },
): Promise<Refund[]> {
  const { pk, sk } = refundKeys.refund(mode, sessionId, '')
  return queryAll(table, { partition: pk, range: startingWith(sk) }, refundCodec)
}
