import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { formatBase, parseDecimal } from '../../shared/kernel/money.ts'
import { commit } from '../../shared/kernel/operation/commit.ts'
import { withoutKey } from '../../shared/kernel/operation/merchant-request.ts'
import { createRefund } from '../../shared/money/refunds/create-refund.ts'
import { findSentRefunds } from '../../shared/money/refunds/find-sent-refunds.ts'
import { refundableMoney } from '../../shared/money/refunds/refundable-money.ts'
import { isProviders } from '../../shared/money/refunds/rules/provider-refund.ts'
import type { Refund } from '../../shared/money/refunds/rules/refund.ts'
import { listRefunds } from '../../shared/money/refunds/store/refunds.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { payer } from '../chain-fixture.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import type { Sweeping } from './sweeping.ts'

export type RefundChoice = { which: number; percent: number; isTwice: boolean }

/** Refunds of a shop, each to a customer's address of its own, which the payer sends. */
export function moneyRefunds(engine: EngineHarness, sweeping: Sweeping) {
  const { chain, table } = engine
  const customers: string[] = []

  function newCustomer(): `0x${string}` {
    const address = hex(`0xc0ffee${String(customers.length + 1).padStart(34, '0')}`)
    customers.push(address)
    return address
  }

  async function create(sessionId: string, depositId: string | null, amount: string) {
    const of = { sessionId, depositId, amount, reason: null, sender: hex(payer) }
    const body = { ...of, address: newCustomer() }
    return commit(table, () => createRefund.run(engine.deps, { ...withoutKey, mode: 'test', body }))
  }

  /** A part of what can be refunded. Twice at the same time, it may be more than what arrived. */
  async function promise(
    session: CheckoutSession,
    { which, percent, isTwice }: RefundChoice,
  ): Promise<void> {
    const all = await refundableMoney(table, await engine.load(session))
    const money = all[which % Math.max(1, all.length)]
    if (!money) return
    const amount = percentOf(money.amount, percent)
    const made = Array.from({ length: isTwice ? 2 : 1 }, () =>
      create(session.id, money.depositId, amount),
    )
    await Promise.allSettled(made)
  }

  async function stored(): Promise<Refund[]> {
    const { items } = await listRefunds(table, { mode: 'test' }, { limit: 1000 })
    return items.flatMap((refund) => (isProviders(refund) ? [] : [refund]))
  }

  /** Coins that the payer has. */
  const isPayable = ({ tokenAddress }: Refund) =>
    tokenAddress === null || tokenAddress === localAddresses.testUsdc

  /** The oldest that waits. */
  async function send(): Promise<void> {
    const waiting = (await stored()).filter((refund) => refund.status === 'ready')
    const held = await Promise.all(waiting.map(heldFor))
    const refund = waiting.findLast((each, index) => isPayable(each) && held[index] === 0n)
    if (!refund) return
    const to = hex(refund.address ?? '')
    if (refund.tokenAddress === null) await chain.send({ to, value: refund.amountBase })
    else await chain.payUsdc(to, refund.amountBase)
    await engine.mine()
  }

  /** A third of what each session has, and whatever waits already. */
  async function refundAll(sessions: readonly CheckoutSession[]): Promise<void> {
    for (const session of sessions) {
      await promise(session, { which: 0, percent: 33, isTwice: false })
    }
    for (let round = 0; round < sessions.length + 6; round += 1) {
      await send()
      await engine.mine(4)
      await find()
    }
  }

  async function find(): Promise<void> {
    const client = await engine.deps.chain(31337)
    const chains = { chains: async () => [client], mostBlocks: 50n, onFailure: () => undefined }
    await findSentRefunds({ ...engine.deps, ...chains }, 'test')
  }

  const heldFor = ({ address, tokenAddress }: Refund) =>
    sweeping.balance(address ?? '', tokenAddress)

  /** By the customers' own balances: whoever has the money is refunded once, and nobody else is. */
  async function problems(): Promise<string[]> {
    const all = await Promise.all(
      (await stored()).map(async (refund) => {
        const { id, status, amountBase } = refund
        const held = await heldFor(refund)
        const isRight = held === (status === 'confirmed' ? amountBase : 0n)
        return isRight ? [] : [`refund ${id} is ${status}, and its customer holds ${held}`]
      }),
    )
    return all.flat()
  }

  const confirmed = async () =>
    (await stored()).filter(({ status }) => status === 'confirmed').length

  return { customers, promise, send, find, refundAll, problems, confirmed }
}

function percentOf(amount: string, percent: number): string {
  const { units, scale } = parseDecimal(amount, 18) ?? { units: 0n, scale: 0 }
  return formatBase(units * BigInt(percent), scale + 2)
}
