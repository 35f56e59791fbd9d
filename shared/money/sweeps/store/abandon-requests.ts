import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { type Query, queryAll, startingWith } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { sweepKeys } from './keys.ts'

const request = z.object({ sweepId: z.string(), note: z.string() })

/** An operator's wish to end a sweep that hangs. */
export type AbandonRequest = z.infer<typeof request>

const keptSeconds = 30 * 86_400

/** The write that records it, for the function that can sign. */
export function abandonRequestWrite(mode: Mode, { sweepId, note }: AbandonRequest, now: Date) {
  const ttl = Math.floor(now.getTime() / 1000) + keptSeconds
  return upsert({ ...sweepKeys.abandonRequest(mode, sweepId), sweepId, note, ttl })
}

/** The notes of a mode's requests, by sweep (consistent). */
export async function loadAbandonRequests(
  table: Table,
  mode: Mode,
  reading: Pick<Query, 'onUnreadable'> = {},
): Promise<ReadonlyMap<string, string>> {
  const { pk, sk } = sweepKeys.abandonRequest(mode, '')
  const query = { partition: pk, range: startingWith(sk), ...reading }
  const requests = await queryAll(table, query, request)
  return new Map(requests.map(({ sweepId, note }) => [sweepId, note]))
}
