import * as z from 'zod'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import { httpKeys } from './keys.ts'
import { countInWindow } from './rate-window.ts'

const subject = 'failed-callbacks'
const windowSeconds = 86_400

/** Counts a notification or a provider's callback that failed through our fault. */
export async function countFailedCallback(table: Table, now: Date): Promise<void> {
  await countInWindow(table, { subject, now, windowSeconds })
}

/** The number of failures since midnight UTC. */
export async function failedCallbacks(table: Table, now: Date): Promise<number> {
  const day = Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds
  const found = await readItem(table, httpKeys.rate(subject, day), z.object({ count: z.int() }))
  return found?.count ?? 0
}
