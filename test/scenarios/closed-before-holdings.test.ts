import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { assetsOf } from '../../shared/chain/chains.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { assetKey } from '../../shared/payments/holdings/rules/holding.ts'
import { loadHoldings } from '../../shared/payments/holdings/store/holdings.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { ledgerPartitions } from '../../shared/payments/ledger/store/keys.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock } from './paying.ts'
import { ledgerProblems, type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n

let engine: EngineHarness
let sweeping: Sweeping

withEngine(
  async (started) => {
    // An earlier version had one shard.
    engine = started
    sweeping = startSweeping(engine)
  },
  { settings: { indexShards: null } },
)

const closedRow = z.object({ pk: z.string(), sk: z.string(), sessionId: z.string() })

/** Makes the items what an earlier version wrote: no holdings, and a scanned address that doesn't say so. */
async function forgetHoldings({ mode, id: sessionId }: CheckoutSession): Promise<void> {
  const { client, name: TableName } = engine.table
  for (const asset of assetsOf(sweeping.chain().client.chain)) {
    const key = assetKey({ chainId: 31337, tokenAddress: asset.tokenAddress })
    await client.send(
      new DeleteCommand({ TableName, Key: holdingKeys.holding(mode, sessionId, key) }),
    )
  }
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': ledgerPartitions.closedAddresses(mode).key },
    }),
  )
  const row = closedRow
    .array()
    .parse(Items)
    .find((one) => one.sessionId === sessionId)
  const Key = { pk: row?.pk, sk: row?.sk }
  const UpdateExpression = 'REMOVE holdingsNoted'
  await client.send(new UpdateCommand({ TableName, Key, UpdateExpression }))
}

/** A session that was paid, closed and scanned, hours ago. */
async function paidLongAgo(): Promise<CheckoutSession> {
  const session = await sweeping.openSession({ lock: coinLock(coin) })
  await engine.pay(session, coin)
  expect(await engine.settle(session)).toBe('paid')
  await engine.mineAfter(3 * 3600)
  await engine.scanClosed()
  await forgetHoldings(session)
  expect(await loadHoldings(engine.table, { mode: 'test', sessionId: session.id })).toEqual([])
  return session
}

it('money of a session that was closed before holdings existed is found by the rounds, and swept', async () => {
  const session = await paidLongAgo()
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address)).toBe(coin)
  await engine.mineAfter(86_400)
  expect(await engine.scanClosed()).toMatchObject({ failures: [] })
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address)).toBe(0n)
  const [holding] = await loadHoldings(engine.table, { mode: 'test', sessionId: session.id })
  expect(holding).toMatchObject({ receivedBase: coin, missingBase: 0n })
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('an operator’s check of such a session finds it at any age', async () => {
  const session = await paidLongAgo()
  await engine.mineAfter(100 * 86_400)
  await engine.recheckClosed(await engine.load(session))
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address)).toBe(0n)
})

it('a round writes nothing for an address whose holdings are noted', async () => {
  const session = await sweeping.openSession({ lock: coinLock(coin) })
  await engine.pay(session, coin)
  expect(await engine.settle(session)).toBe('paid')
  await engine.mineAfter(3 * 3600)
  await engine.scanClosed()
  const before = await loadHoldings(engine.table, { mode: 'test', sessionId: session.id })
  await engine.mineAfter(86_400)
  await engine.scanClosed()
  const after = await loadHoldings(engine.table, { mode: 'test', sessionId: session.id })
  expect(after).toEqual(before)
})
