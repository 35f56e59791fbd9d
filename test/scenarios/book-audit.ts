import * as z from 'zod'
import { readItem } from '../../shared/kernel/store/read-item.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { upsert } from '../../shared/kernel/store/writes.ts'
import { auditAddresses, type BookChain } from '../../shared/money/books/audit-addresses.ts'
import type { Difference } from '../../shared/money/books/rules/difference.ts'
import { payoutWalletKeys } from '../../shared/money/payout-wallets/store/keys.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { pageSweeps } from '../../shared/payments/holdings/store/sweeps.ts'
import { askDirectly } from '../chain-fixture.ts'

type Books = {
  table: Table
  clock: () => Date
  chain: BookChain
  /** Where the chain's money goes, and went before. */
  payouts: readonly [string, ...string[]]
}

/** How the books of sessions differ from the chain, as an audit that knows of every sweep finds it. */
export async function differencesOf(
  { table, clock, chain, payouts: [address, ...former] }: Books,
  sessions: readonly Pick<CheckoutSession, 'id' | 'address'>[],
  { moving = 'fail' }: { moving?: 'fail' | 'skip' } = {},
): Promise<(Difference & { sessionId: string })[]> {
  const key = payoutWalletKeys.payoutWallet(chain.mode, chain.client.chain.chainId)
  const isStored = (await readItem(table, key, z.unknown())) !== undefined
  const wallet = { current: { address }, next: null, former }
  if (!isStored) await transact(table, [upsert({ ...key, ...wallet })])
  const { items } = await pageSweeps(table, chain.mode, { limit: 1000 })
  const sweeps = new Map(
    sessions.map(({ id }) => [
      id,
      items.filter((sweep) => sweep.items.some(({ sessionId }) => sessionId === id)),
    ]),
  )
  const services = {
    table,
    now: clock,
    ask: askDirectly,
    onFailure: (error: Error) => {
      throw error
    },
    isLate: () => false,
  }
  const subjects = sessions.map(({ id: sessionId, address }) => ({
    sessionId,
    address,
    isEmpty: false,
  }))
  const outcomes = await auditAddresses(services, chain, { subjects, sweeps })
  // Only the audit takes it as it is.
  if (!isStored) await transact(table, [{ Delete: { Key: key } }])
  return outcomes.flatMap(({ sessionId, status, differences }) => {
    if (status !== 'compared' && moving === 'fail')
      throw new Error(`the session ${sessionId} is ${status}`)
    return differences.map((one) => ({ ...one, sessionId }))
  })
}
