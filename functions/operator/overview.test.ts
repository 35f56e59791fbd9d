import { expect, it } from 'vitest'
import { overview } from '../../shared/admin/statistics/wire/overview.ts'
import { newId } from '../../shared/kernel/ids.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { saveGasCheck } from '../../shared/money/sweeps/store/gas-levels.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { emptyHolding } from '../../shared/payments/holdings/rules/holding.ts'
import { holdingDue, holdingWrite } from '../../shared/payments/holdings/store/holdings.ts'
import { sweepCreation } from '../../shared/payments/holdings/store/sweeps.ts'
import { unmatchedDepositWrite } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import { eventCreation } from '../../shared/records/outbox/store/events.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { aSession, aSweep } from '../../test/factories.ts'
import { operatorFunctions } from '../../test/operator-functions.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { signedInAs } from '../../test/signed-in.ts'

const mode: Mode = 'test'
const chainId = 31337
const randomBytes = seededBytes('overview')

async function fixture() {
  const { table, config } = await serviceFunctions()
  const cookie = await signedInAs(table, 'viewer')
  const { post } = await operatorFunctions(config)
  const show = async (of = mode) => {
    const response = await post('show-overview', { cookie, body: { mode: of } })
    expect(response).toMatchObject({ statusCode: 200 })
    return overview.parse(JSON.parse(response.body))
  }
  return { table, show }
}

async function anUnderpaidSession(table: Table, at: Date, decided = false): Promise<string> {
  const id = newId('checkoutSession', at, randomBytes)
  const settlement = { outcome: 'dismissed', from: 'underpaid', at, note: 'kept' } as const
  const session = aSession({
    id,
    status: 'underpaid',
    createdAt: at,
    closedAt: at,
    settlement: decided ? settlement : null,
    received: { seenBase: 400_000n, confirmedBase: 400_000n, confirmations: 3 },
  })
  await transact(table, [sessionCreation(session, at)])
  return id
}

it('shows days, what waits, and what needs a decision, of one mode', async () => {
  const { table, show } = await fixture()
  const at = new Date()
  const sessionId = await anUnderpaidSession(table, at)
  await anUnderpaidSession(table, at, true)
  const fiat = { amount: '25.00', currency: 'USD' }
  const event = { mode, sessionId, createdAt: at, data: { fiat } } as const
  const types = ['session.paid', 'session.expired'] as const
  await transact(
    table,
    types.map((type) => eventCreation({ ...event, type, id: newId('event', at, randomBytes) })),
  )
  const held = { mode, sessionId, address: '0xaa', derivationIndex: 0, chainId } as const
  const holding = emptyHolding({ ...held, symbol: 'USDC', tokenAddress: '0xbb', decimals: 6 })
  const deposit = {
    mode,
    sessionId,
    address: '0xaa',
    chainId,
    symbol: 'ETH',
    tokenAddress: null,
    decimals: 18,
    version: 1,
    readAtBlock: 1n,
    amountBase: 5n * 10n ** 17n,
    acceptedBase: 0n,
    dismissedBase: 0n,
    promisedBase: 0n,
    reason: 'other_asset' as const,
    seenAt: at,
  }
  const due = { dueSince: at, checkAt: at, balanceBase: 2_500_000n, version: 1 }
  await transact(table, [
    holdingWrite({ ...holding, ...due }, 0),
    unmatchedDepositWrite(deposit, 0),
  ])
  const unpaid = { base: 1n, at }
  await saveGasCheck(table, { mode, chainId }, { checkedAt: at, announced: { low: 'x' }, unpaid })

  const { days, awaiting, attention } = await show()
  expect(days).toHaveLength(30)
  expect(days.at(-1)).toMatchObject({
    counts: { created: 2, paid: 1, expired: 1 },
    volumes: [{ currency: 'USD', completed: '25.00', lost: '25.00' }],
  })
  expect(awaiting).toMatchObject([
    { chainId, asset: 'USDC', amount: '2.5', addresses: 1, valueUsd: '2.50' },
  ])
  expect(attention).toMatchObject({
    underpaid: [{ sessionId, asset: 'ETH' }],
    deposits: [{ sessionId, amount: '0.5', symbol: 'ETH', reason: 'other_asset', fiat }],
    payments: [],
    gas: [{ chainId, level: 'empty' }],
    more: [],
  })
  expect(await show()).toMatchObject({ uncounted: 0, sweeping: 0 })
  const live = await show('live')
  expect([live.awaiting, live.attention.deposits, live.attention.underpaid]).toEqual([[], [], []])
})

it('says that money has arrived before its amount is counted, and that a sweep is under way', async () => {
  const { table, show } = await fixture()
  const asset = { chainId, symbol: 'USDC', tokenAddress: '0xbb', decimals: 6 }
  const held = { mode, sessionId: 'cs_1', address: '0xaa', derivationIndex: 0, ...asset }
  const item = { sessionId: 'cs_2', address: '0xcc', derivationIndex: 1, amountBase: 5n }
  const unsigned = { authorizationNonce: null, movedBase: null, failure: null }
  await transact(table, [
    holdingDue(held, new Date()),
    sweepCreation(aSweep({ mode, chainId, items: [{ ...item, ...unsigned }] })),
    // It moves nothing.
    sweepCreation(aSweep({ mode, chainId, id: 'sw_2', kind: 'top-up' })),
  ])
  expect(await show()).toMatchObject({ awaiting: [], uncounted: 1, sweeping: 1 })
})

it('shows the newest five of a kind, and that there are more', async () => {
  const { table, show } = await fixture()
  const now = Date.now()
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(await anUnderpaidSession(table, new Date(now + n)))
  const { attention } = await show()
  const newest = ids.toReversed().slice(0, 5)
  expect(attention.underpaid.map(({ sessionId }) => sessionId)).toEqual(newest)
  expect(attention.more).toEqual(['underpaid'])
})

it('says whether new payments are accepted, paused, or stopped by a restore, whatever the owner paused', async () => {
  const { table, show } = await fixture()
  const state = async (changes: Parameters<typeof settingsUpdate>[1]) => {
    await transact(table, [settingsUpdate(mode, changes)])
    return (await show()).newPayments
  }
  expect((await show()).newPayments).toBe('accepted')
  expect(await state({ acceptNewPayments: false })).toBe('paused')
  expect(await state({ intakeStoppedAt: '2026-03-01T12:00:00.000Z' })).toBe('restoring')
  expect(await state({ intakeStoppedAt: null })).toBe('paused')
  expect(await state({ acceptNewPayments: true })).toBe('accepted')
  expect((await show('live')).newPayments).toBe('accepted')
})
