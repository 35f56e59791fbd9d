import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { baseUnits, innerMap, moment } from '../../../kernel/store/codecs.ts'
import { startingWith } from '../../../kernel/store/query.ts'
import { firstRows } from '../../../kernel/store/query-shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { readRows } from '../../../kernel/store/unreadable-rows.ts'
import { storeItem } from '../../../kernel/store/writes.ts'
import { differenceKinds, type Finding } from '../rules/difference.ts'
import { bookKeys } from './keys.ts'

const difference = innerMap({
  kind: z.enum(differenceKinds),
  tokenAddress: z.string().nullable(),
  said: baseUnits,
  shown: baseUnits,
  txHash: z.string().nullable(),
})

const findingCodec = z.object({
  chainId: z.int(),
  sessionId: z.string(),
  address: z.string(),
  firstSeenAt: moment,
  checkAt: moment,
  reportedAt: moment.nullable(),
  differences: z.array(difference).readonly(),
})

/** Findings of one chain, or of all, at most `limit` (consistent). */
export async function loadFindings(
  table: Table,
  { mode, chainId, limit }: { mode: Mode; chainId?: number; limit: number },
): Promise<Finding[]> {
  const { pk: partition, sk } = bookKeys.bookFinding(mode, chainId ?? '', '')
  const { rows } = await firstRows(table, { partition, range: startingWith(sk) }, limit)
  return readRows(rows, findingCodec)
}

/** Saves a finding, one per chain and session. */
export async function saveFinding(table: Table, mode: Mode, finding: Finding): Promise<void> {
  const { chainId, sessionId } = finding
  await storeItem(table, {
    ...bookKeys.bookFinding(mode, chainId, sessionId),
    ...z.encode(findingCodec, finding),
  })
}

/** Removes the finding of a session whose books agree with the chain now. */
export async function removeFinding(
  table: Table,
  mode: Mode,
  { chainId, sessionId }: Pick<Finding, 'chainId' | 'sessionId'>,
): Promise<void> {
  await transact(table, [{ Delete: { Key: bookKeys.bookFinding(mode, chainId, sessionId) } }])
}
