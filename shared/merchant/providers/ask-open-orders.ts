import type { Mode } from '../../kernel/mode.ts'
import { transact } from '../../kernel/store/transact.ts'
import { requireAllRead, type UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import type { ApplyReportDeps } from './apply-report.ts'
import { askProvider } from './ask-provider.ts'
import type { OpenedAccount } from './open-account.ts'
import { nextAccountCheckAt, nextQueryAt, type ProviderOrder } from './rules/provider-order.ts'
import { dueOrders, orderReplacement } from './store/provider-orders.ts'

export type AskOpenOrdersDeps = ApplyReportDeps & {
  /** The account that an order was made with. */
  account: (
    mode: Mode,
    provider: ProviderName,
    number: number,
  ) => Promise<OpenedAccount | undefined>
}

/** Stops before the function's time is up; the next run continues. */
const mostMs = 40_000

/**
 * Asks providers about orders that are open for 10 minutes or more, with growing pauses for a day, so that a lost
 * callback loses nothing. Returns how many were asked about. Throws after all others if this version can't read some.
 */
export async function askOpenOrders(deps: AskOpenOrdersDeps, mode: Mode): Promise<number> {
  const startedAt = deps.now().getTime()
  const isOver = () => deps.now().getTime() - startedAt > mostMs
  const unreadable: UnreadableRow[] = []
  const onUnreadable = (row: UnreadableRow) => void unreadable.push(row)
  let asked = 0
  for await (const orders of dueOrders(deps.table, { mode, now: deps.now(), onUnreadable })) {
    for (const order of orders) {
      if (!isOver() && (await askAbout(deps, order))) asked++
    }
    if (isOver()) break
  }
  requireAllRead(unreadable)
  return asked
}

async function askAbout(deps: AskOpenOrdersDeps, order: ProviderOrder): Promise<boolean> {
  const queryAt = nextQueryAt(order.queriedFrom, deps.now())
  const planned = { ...order, queryAt, version: order.version + 1 }
  // First, so that an order that can't be asked about doesn't hold up the others, and nobody asks twice.
  const { committed } = await transact(deps.table, [orderReplacement(planned, order.version)])
  if (!committed) return false
  const opened = await deps.account(order.mode, order.provider, order.account)
  if (opened) return (await askProvider(deps, opened.account, planned)) !== undefined
  // Data was moved here without its accounts, so the order waits until somebody enters them.
  const waiting = nextAccountCheckAt(order.queriedFrom, deps.now())
  const postponed = { ...planned, queryAt: waiting, version: planned.version + 1 }
  await transact(deps.table, [orderReplacement(postponed, planned.version)])
  return false
}
