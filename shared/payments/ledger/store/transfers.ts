import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { baseUnits, moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { type Transfer, transferKey } from '../rules/transfer.ts'
import { ledgerKeys } from './keys.ts'

const transferCodec = z.lazy(() =>
  z.object({
    chainId: z.int(),
    tokenAddress: z.string().nullable(),
    txHash: z.string().nullable(),
    logIndex: z.int().nullable(),
    from: z.string().nullable(),
    amountBase: baseUnits,
    blockNumber: baseUnits,
    blockHash: z.string(),
    blockTime: moment,
    orphaned: z.boolean(),
  }),
)

type SessionKey = { mode: Mode; sessionId: string }

/** All transfers recorded for a session, including orphaned ones (consistent). */
export function loadTransfers(table: Table, session: SessionKey): Promise<Transfer[]> {
  const { pk, sk } = ledgerKeys.transfer(session.mode, session.sessionId, '')
  return queryAll(table, { partition: pk, range: startingWith(sk) }, transferCodec)
}

const batchSize = 100

/** Saves any number of transfers, in batches. Repeating it changes nothing. */
export async function saveTransfers(
  table: Table,
  { mode, sessionId }: SessionKey,
  transfers: readonly Transfer[],
): Promise<void> {
  for (let start = 0; start < transfers.length; start += batchSize) {
    const batch = transfers.slice(start, start + batchSize)
    const writes = batch.map((transfer) => upsert(toItem({ mode, sessionId }, transfer)))
    await transact(table, writes)
  }
}

/** A transfer is found by its transaction through an index, which costs half as much as an item of its own. */
function toItem({ mode, sessionId }: SessionKey, transfer: Transfer) {
  const { txHash } = transfer
  return {
    ...ledgerKeys.transfer(mode, sessionId, transferKey(transfer)),
    ...z.encode(transferCodec, transfer),
    ...(txHash && { parentPk: indexKeys.transaction(mode, txHash), listSk: sessionId }),
  }
}
