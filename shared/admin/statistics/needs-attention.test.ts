import { expect, test } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { newId } from '../../kernel/ids.ts'
import { transact } from '../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { needsAttention } from './needs-attention.ts'

const randomBytes = seededBytes('attention')

async function withSessions(all: readonly Partial<CheckoutSession>[]) {
  const table = await testTable()
  for (const [index, changes] of all.entries()) {
    const id = newId('checkoutSession', later(index), randomBytes)
    const session = aSession({ id, derivationIndex: index, ...changes })
    await transact(table, [sessionCreation(session, session.expiresAt)])
  }
  return needsAttention(table, 'test', [31337])
}

const received = (confirmedBase: bigint) => ({
  received: { seenBase: confirmedBase, confirmedBase, confirmations: 3 },
  closedAt: later(900),
})
const lock = { ...aSession().lock, asset: 'USDC', decimals: 6, amountBase: 25_000_000n }
const dismissed = { outcome: 'dismissed', from: 'overpaid', at: later(1000), note: 'Kept' } as const

test('lists who paid too little and too much, until somebody decides', async () => {
  const { underpaid, overpaid, more } = await withSessions([
    {
      status: 'underpaid',
      lock,
      ...received(24_000_000n),
      customerEmail: 'ana@example.com',
      metadata: { order_id: '10479' },
    },
    { status: 'underpaid', lock, ...received(20_000_000n), closedAt: null },
    { status: 'overpaid', lock, ...received(26_500_000n) },
    { status: 'overpaid', lock, ...received(27_000_000n), settlement: dismissed },
    { status: 'paid', lock, ...received(25_000_000n) },
  ])
  const { fiat } = aSession()
  expect(underpaid).toMatchObject([
    {
      received: '24',
      missing: '1',
      asset: 'USDC',
      customerEmail: 'ana@example.com',
      reference: '10479',
      fiat,
    },
  ])
  expect(overpaid).toMatchObject([{ received: '26.5', excess: '1.5', asset: 'USDC', fiat }])
  expect(more).toEqual([])
})

test('says that there may be more than it has read', async () => {
  const decided = Array.from({ length: 51 }, () => ({
    status: 'overpaid' as const,
    lock,
    ...received(26_000_000n),
    settlement: dismissed,
  }))
  const { overpaid, more } = await withSessions(decided)
  expect(overpaid).toEqual([])
  expect(more).toEqual(['overpaid'])
})
