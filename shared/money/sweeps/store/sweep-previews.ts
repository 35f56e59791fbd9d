import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { baseUnits, moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { storeItem } from '../../../kernel/store/writes.ts'
import { sweepKinds } from '../../../payments/holdings/rules/sweep.ts'
import { sweepKeys } from './keys.ts'
import type { SweepRequests } from './sweep-requests.ts'

const preview = z.object({
  chainId: z.int(),
  at: moment,
  planned: z
    .array(
      z.object({
        kind: z.enum(sweepKinds),
        symbol: z.string(),
        decimals: z.int(),
        addresses: z.int(),
        amountBase: baseUnits,
        /** In wei, at most. */
        feeBase: baseUnits,
      }),
    )
    .readonly(),
})

export type SweepPreview = z.output<typeof preview>

type Of = { mode: Mode; chainId: number }

/** A newer version may have written the preview that is replaced, so only this much of it is read. */
const made = preview.pick({ at: true })

/** Whether a preview was requested that the chain doesn't have yet. */
export async function isPreviewDue(
  table: Table,
  { mode, chainId }: Of,
  { previewAt }: SweepRequests,
): Promise<boolean> {
  if (previewAt === null) return false
  const last = await readItem(table, sweepKeys.sweepPreview(mode, chainId), made)
  return last === undefined || last.at < previewAt
}

export function savePreview(table: Table, mode: Mode, made: SweepPreview): Promise<void> {
  const key = sweepKeys.sweepPreview(mode, made.chainId)
  return storeItem(table, { ...key, ...z.encode(preview, made) })
}

/** The latest preview of each chain (consistent). */
export function listPreviews(table: Table, mode: Mode): Promise<SweepPreview[]> {
  const { pk } = sweepKeys.sweepPreview(mode, 0)
  return queryAll(table, { partition: pk }, preview)
}
