import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { type Query, queryAll } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { type OnUnreadable, readRows } from '../../../kernel/store/unreadable-rows.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { sweepKeys } from './keys.ts'

const request = z.object({ requestedAt: moment })

/** The write that records an operator's request to sweep everything due now. */
export function sweepRequestWrite(mode: Mode, requestedAt: Date): Write {
  return upsert({ ...sweepKeys.sweepRequest(mode), ...z.encode(request, { requestedAt }) })
}

/** The write that records an operator's request for a preview of the next sweep. */
export function previewRequestWrite(mode: Mode, requestedAt: Date): Write {
  return upsert({ ...sweepKeys.sweepPreviewRequest(mode), ...z.encode(request, { requestedAt }) })
}

/** When operators last requested a sweep, and a preview of one; null if never. */
export type SweepRequests = { sweepAt: Date | null; previewAt: Date | null }

/** The latest requests of a mode in one consistent query. */
export async function loadRequests(
  table: Table,
  mode: Mode,
  { onUnreadable }: Pick<Query, 'onUnreadable'> = {},
): Promise<SweepRequests> {
  const [sweep, preview] = [sweepKeys.sweepRequest(mode), sweepKeys.sweepPreviewRequest(mode)]
  // Orders about single sweeps and chains are in the same partition, before and after these two.
  const query = { partition: sweep.pk, range: { from: preview.sk, to: sweep.sk } }
  const rows = await queryAll(table, query, z.looseObject({ sk: z.string() }))
  return requestsIn(mode, rows, onUnreadable)
}

/** The latest requests among rows of their partition. One that can't be read is as if there were none. */
export function requestsIn(
  mode: Mode,
  rows: readonly { sk: string }[],
  onUnreadable?: OnUnreadable,
): SweepRequests {
  const at = ({ sk }: { sk: string }) => {
    const named = rows.filter((each) => each.sk === sk)
    return readRows(named, request, onUnreadable)[0]?.requestedAt ?? null
  }
  return {
    sweepAt: at(sweepKeys.sweepRequest(mode)),
    previewAt: at(sweepKeys.sweepPreviewRequest(mode)),
  }
}
