import { eachAtOnce } from '../../kernel/each-at-once.ts'
import type { Mode } from '../../kernel/mode.ts'
import { wordsOf } from '../../kernel/search-words.ts'
import { shardCount } from '../../kernel/store/shard-count.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  requireAllRead,
  type UnreadableRow,
  unlessUnreadable,
} from '../../kernel/store/unreadable-rows.ts'
import { removeWords } from '../../kernel/store/words.ts'
import { sessionIdsOfCustomer } from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import type { Erasure } from '../../records/customers/rules/erasure.ts'
import {
  endErasure,
  listErasures,
  nameWordsOf,
  noteErasure,
} from '../../records/customers/store/erasures.ts'
import { forgetExports } from './forget-exports.ts'
import { redactSession, settledMs } from './redact-session.ts'

export type EraseCustomersDeps = {
  table: Table
  now: () => Date
  /** How long a run works before it leaves the rest to the next one. */
  turnMs: number
}

/** Sessions that are read before progress is noted. */
const pageSize = 100
const atOnce = 10
/** No more are noted as open: beyond that, the walk waits for them. */
const mostOpen = 1_000

/**
 * Continues the erasures of a mode. Each begins half a minute late, so that requests which knew the customer have ended.
 * Everything may be done twice, so a run that dies, or two at once, leave nothing out. Returns who is erased now,
 * and how many are left.
 */
export async function eraseCustomers(
  deps: EraseCustomersDeps,
  mode: Mode,
): Promise<{ erased: string[]; left: number }> {
  const at = deps.now().getTime()
  const all = await listErasures(deps.table, mode)
  const unread: UnreadableRow[] = []
  const erased: string[] = []
  for (const erasure of all) {
    if (isLate(deps, at)) break
    if (at - erasure.startedAt.getTime() < settledMs) continue
    const hasEnded = await unlessUnreadable(
      () => erase(deps, erasure, at),
      (row) => unread.push(row),
    )
    if (hasEnded) erased.push(erasure.customerId)
  }
  requireAllRead(unread)
  return { erased, left: all.length - erased.length }
}

function isLate({ now, turnMs }: EraseCustomersDeps, since: number): boolean {
  return now().getTime() - since >= turnMs
}

/** Returns whether it has ended. */
async function erase(deps: EraseCustomersDeps, erasure: Erasure, since: number): Promise<boolean> {
  const { table } = deps
  const walked = await walk(deps, { ...erasure, open: await redactAll(deps, erasure) }, since)
  if (!walked?.isWalked || walked.open.length > 0) return false
  if (!(await forgetExports(table, erasure.mode))) return false
  await forgetWords(table, erasure)
  await endErasure(table, erasure)
  return true
}

/** The sessions among these that are left. */
async function redactAll(
  { table, now }: EraseCustomersDeps,
  erasure: Erasure,
  ids: readonly string[] = erasure.open,
): Promise<string[]> {
  const left: string[] = []
  await eachAtOnce(ids, atOnce, async (id) => {
    if (!(await redactSession({ table, now: now() }, erasure, id))) left.push(id)
  })
  return left
}

/** How far it came; undefined if another run works at it. */
async function walk(
  deps: EraseCustomersDeps,
  erasure: Erasure,
  since: number,
): Promise<Erasure | undefined> {
  const { table } = deps
  let reached = erasure
  const note = async (progress: Partial<Erasure>): Promise<boolean> => {
    const next = { ...reached, ...progress }
    const isNoted = await noteErasure(table, reached, next)
    reached = next
    return isNoted
  }
  if (erasure.isWalked) return (await note({})) ? reached : undefined
  for await (const ids of sessionIdsOfCustomer(table, erasure, pageSize)) {
    if (isLate(deps, since) || reached.open.length >= mostOpen) return reached
    const open = [...reached.open, ...(await redactAll(deps, erasure, ids))]
    if (!(await note({ after: ids.at(-1) ?? reached.after, open }))) return undefined
  }
  return (await note({ isWalked: true })) ? reached : undefined
}

async function forgetWords(table: Table, erasure: Erasure): Promise<void> {
  const { mode, customerId: id, email } = erasure
  const [names, shards] = await Promise.all([nameWordsOf(table, erasure), shardCount(table, mode)])
  const words = [...wordsOf(email), ...names]
  await removeWords(table, { mode, kind: 'customer', id }, { words, shards })
}
