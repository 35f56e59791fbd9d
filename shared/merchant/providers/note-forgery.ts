import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import type { Integration } from '../../records/integrations/rules/integration.ts'
import type { ProviderOrder } from './rules/provider-order.ts'
import { countForgery, findState, noteMismatch, notePauseMs } from './store/integration-states.ts'
import { openOrdersAt, orderReplacement } from './store/provider-orders.ts'

type Deps = { table: Table; now: () => Date }
type AccountKey = Pick<Integration, 'mode' | 'provider'>

/** Limits how many orders are asked about, so that forged callbacks can't cause endless requests to the provider. */
const mostAsked = 10

/**
 * Counts a callback whose signature is wrong, apart from what fails. A stranger can send one at any time, so it says
 * nothing beside valid ones. If orders are open and none of their callbacks was valid, that is recorded for the operator,
 * and the provider is asked about them within a minute: at most once a minute, about ten of them.
 */
export async function noteForgery(deps: Deps, account: AccountKey): Promise<void> {
  const { table, now } = deps
  if (!(await countForgery(table, account, now()))) return
  const open = await openOrdersAt(table, { ...account, limit: mostAsked })
  if (open.length === 0 || (await hadValidCallback(deps, account, open))) return
  if (!(await noteMismatch(table, account, now()))) return
  for (const order of open) await makeDue(deps, order)
}

/** Since the oldest of these orders was started. Valid callbacks are noted once a minute. */
async function hadValidCallback(
  { table }: Deps,
  account: AccountKey,
  open: readonly ProviderOrder[],
): Promise<boolean> {
  const state = await findState(table, account)
  const oldestMs = Math.min(...open.map(({ startedAt }) => startedAt.getTime()))
  return state?.callbackAt != null && state.callbackAt.getTime() + notePauseMs > oldestMs
}

/** If its condition fails, somebody else has just applied something newer. */
async function makeDue({ table, now }: Deps, order: ProviderOrder): Promise<void> {
  if (order.queryAt === null || order.queryAt <= now()) return
  const due = { ...order, queryAt: now(), version: order.version + 1 }
  await transact(table, [orderReplacement(due, order.version)])
}
