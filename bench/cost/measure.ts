import { mainnets } from '../../shared/chain/registry/mainnets.ts'
import { countAlarms } from './count-alarms.ts'
import { apart, type Bill, billOf, type Counts, plus, times } from './counts.ts'
import { audited } from './scenarios/audit.ts'
import { closed90d } from './scenarios/closed.ts'
import { filterable, findable } from './scenarios/findable.ts'
import { idleMonth } from './scenarios/idle.ts'
import { pageOpen, trustNotifier } from './scenarios/page.ts'
import { pricesRead } from './scenarios/prices.ts'
import { abandoned, paid, refunded } from './scenarios/sessions.ts'
import { openShop, type Shop } from './scenarios/shop.ts'
import { openWorld, type World } from './world.ts'

/** AWS's bill; `transfer` is extra: the bytes that leave AWS beyond the free allowance. */
type WithTransfer = Bill & { transfer: Bill }

export type WithRpc = WithTransfer & { rpc: Bill }

/** `prices` is the extra cost of a session that is opened a minute or more after the last one. */
export type SessionBill = WithRpc & { prices: WithTransfer }

/** A page's bill includes the node provider's; without a notifier that is healthy, and with one. */
type PageBill = WithTransfer & { notified: WithTransfer }

export type IdleBill = WithRpc & { alarms: Bill }

/** All are per 1,000 sessions, except the month. */
export type CostReport = {
  paid: SessionBill
  abandoned: SessionBill
  /** Besides its session. */
  refunded: WithRpc
  findable: Bill
  filterable: Bill
  page3min: Record<string, PageBill>
  closed90d: WithRpc
  idleMonth: IdleBill
  /** By sessions a day. */
  auditMonth: Record<string, WithRpc>
}

/** The chain that most shops are paid on, and a second one. */
const usual = 8453
const second = 1

export const measurements = {
  paid: () => inShop(usual, (world, shop) => sessionBill(paid, { world, shop })),
  abandoned: () => inShop(usual, (world, shop) => sessionBill(abandoned, { world, shop })),
  refunded: () =>
    inShop(usual, async (world, shop) => withRpc(times(await refunded(world, shop), 1000))),
  findable: () => inWorld([usual], async (world) => billOf(times(await findable(world), 1000))),
  filterable: () => inWorld([usual], async (world) => billOf(times(await filterable(world), 1000))),
  page3min: async () => {
    const bills: Record<string, PageBill> = {}
    for (const { chainId } of mainnets) bills[chainId] = await inShop(chainId, pageBill)
    return bills
  },
  closed90d: () =>
    inWorld([usual, second], async (world) => withRpc(await closed90d(world, usual))),
  idleMonth: async (): Promise<IdleBill> => {
    const alarmMonths = await countAlarms()
    return inWorld([usual, second], async (world) => {
      const { used, metrics } = await idleMonth(world)
      const alarms = billOf({ alarmMonths, metricMonths: metrics })
      return { ...withRpc(used), alarms }
    })
  },
  auditMonth: async () => {
    const used = await inWorld([usual], (world) => audited(world, usual))
    const month = (sessions: number) => withRpc(times(used, 30 * sessions))
    return { 100: month(100), 10000: month(10_000) }
  },
} as const satisfies { [Row in keyof CostReport]: () => Promise<CostReport[Row]> }

async function pageBill(world: World, shop: Shop): Promise<PageBill> {
  const alone = withNodes(times(await pageOpen(world, shop), 1000))
  await trustNotifier(world, shop)
  // Functions keep for half a minute which notifiers are healthy.
  await world.jump(60)
  return { ...alone, notified: withNodes(times(await pageOpen(world, shop), 1000)) }
}

async function sessionBill(
  play: (world: World, shop: Shop) => Promise<Counts>,
  { world, shop }: { world: World; shop: Shop },
): Promise<SessionBill> {
  const bill = withRpc(times(await play(world, shop), 1000))
  return { ...bill, prices: withNodes(times(await pricesRead(world, shop), 1000)) }
}

function withRpc(counts: Counts): WithRpc {
  const { aws, rpc, transfer } = apart(counts)
  return { ...billOf(aws), rpc: billOf(rpc), transfer: billOf(transfer) }
}

/** With the node provider's units in the bill itself. */
function withNodes(counts: Counts): WithTransfer {
  const { aws, rpc, transfer } = apart(counts)
  return { ...billOf(plus(aws, rpc)), transfer: billOf(transfer) }
}

async function inWorld<Result>(
  chainIds: readonly number[],
  measure: (world: World) => Promise<Result>,
): Promise<Result> {
  const world = await openWorld(chainIds)
  try {
    return await measure(world)
  } finally {
    await world.stop()
  }
}

function inShop<Result>(
  chainId: number,
  measure: (world: World, shop: Shop) => Promise<Result>,
): Promise<Result> {
  return inWorld([chainId], async (world) => {
    const shop = await openShop(world, chainId)
    try {
      return await measure(world, shop)
    } finally {
      shop.close()
    }
  })
}
