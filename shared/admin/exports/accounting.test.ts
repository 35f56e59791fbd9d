import { expect, it } from 'vitest'
import { addSessions, exportsOnTable } from '../../../test/export-sessions.ts'
import { aSession, aSweep, later } from '../../../test/factories.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { Sweep } from '../../payments/holdings/rules/sweep.ts'
import { sweepCreation } from '../../payments/holdings/store/sweeps.ts'
import { saveAddressMovement } from '../../payments/ledger/store/address-movements.ts'
import { customerCreation } from '../../records/customers/store/customers.ts'
import { accountingColumns } from '../payments/accounting-columns.ts'

const { lock } = aSession()
/** 0.01 ETH for 25.00 USD. */
const due = 10_000_000_000_000_000n
const paid: Partial<CheckoutSession> = {
  status: 'paid',
  lock: { ...lock, amountBase: due },
  received: { seenBase: due, confirmedBase: due, confirmations: 3 },
  paidAt: later(60),
  closedAt: later(60),
}

async function swept(table: Table, session: CheckoutSession | undefined, sweep: Partial<Sweep>) {
  if (!session) throw new Error('there is a session')
  const { id: sessionId, mode } = session
  const { address, derivationIndex } = session
  const nothing = { authorizationNonce: null, movedBase: null, failure: null }
  const item = { sessionId, address, derivationIndex, amountBase: due, ...nothing }
  const of = aSweep({ items: [item, item], ...sweep })
  await transact(table, [sweepCreation(of)])
  await saveAddressMovement(
    table,
    { mode, sessionId },
    {
      kind: 'sweep',
      chainId: 31337,
      tokenAddress: null,
      amountBase: due,
      txHash: `0x${of.id.padEnd(64, '0')}`,
      blockNumber: 7n,
      sweepId: of.id,
    },
  )
}

/** The rows of the file by column. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.slice(1).trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])),
  )
}

it('has a row for each payment that received something, with its value, fee and refunds', async () => {
  const { table, start, run, csv } = await exportsOnTable()
  const cases: Partial<CheckoutSession>[] = [
    { ...paid, customerEmail: 'Ada@example.com', metadata: { order: 'A-17' } },
    {
      ...paid,
      status: 'overpaid',
      received: { seenBase: 0n, confirmedBase: 3n * (due / 2n), confirmations: 3 },
    },
    { ...paid, refunds: { promisedBase: due / 2n, doneBase: due / 4n } },
    {
      ...paid,
      status: 'underpaid',
      paidAt: null,
      received: { seenBase: 0n, confirmedBase: due / 5n, confirmations: 3 },
    },
    {
      ...paid,
      received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
      provider: { name: 'moonpay', expiresAt: later(300), paymentId: 'mp_1', isLeft: false },
    },
    { status: 'expired' },
    { status: 'pending' },
  ]
  const sessions = await addSessions(table, cases.length, (index) => cases[index] ?? {})
  const at = later(0)
  const customer = { id: 'cus_1', mode: 'test', email: 'ada@example.com', metadata: null } as const
  await transact(table, customerCreation({ ...customer, createdAt: at, updatedAt: at }))
  await swept(table, sessions[0], { id: 'sw_1', feeBase: 42_000_000_000_000n })
  await swept(table, sessions[1], { id: 'sw_2', feeBase: null })
  const { id } = await start({ of: 'accounting' })
  expect(await run(id)).toBe('over')
  const text = await csv(id)
  expect(text.slice(1).split('\r\n')[0]).toBe(`${accountingColumns.join()},otherMetadata`)
  const [byProvider, short, refunded, over, usual] = rowsOf(text)
  expect(usual).toMatchObject({
    ...{ status: 'paid', order: 'A-17', customerId: 'cus_1', asset: 'ETH', provider: '' },
    ...{ amountReceived: '0.01', fiatPrice: '25.00', fiatValue: '25', fiatCurrency: 'USD' },
    ...{ networkFee: '0.000021', networkFeeAsset: 'ETH', refunded: '0', refundedFiatValue: '0' },
  })
  expect(over).toMatchObject({ fiatValue: '37.5', networkFee: '', networkFeeAsset: '' })
  expect(refunded).toMatchObject({ refunded: '0.0025', refundedFiatValue: '6.25' })
  expect(short).toMatchObject({
    status: 'underpaid',
    paidAt: '',
    fiatValue: '5',
    fiatPrice: '25.00',
  })
  expect(byProvider).toMatchObject({
    ...{ provider: 'moonpay', fiatValue: '25.00', asset: '', amountReceived: '', chainId: '' },
    ...{ networkFee: '', refunded: '' },
  })
  expect(rowsOf(text)).toHaveLength(5)
  expect(text).not.toContain('example.com')
})

it('runs no formula that somebody typed, and is narrowed like the list', async () => {
  const { table, start, run, list, csv } = await exportsOnTable()
  await addSessions(table, 120, (index) => ({
    ...paid,
    status: index === 0 ? 'paid_late' : 'paid',
    metadata: { order: '=HYPERLINK("https://evil.example")' },
  }))
  const narrowed = await start({ of: 'accounting', createdAfter: later(20).toISOString() })
  await run(narrowed.id)
  const text = await csv(narrowed.id)
  expect(text.trimEnd().split('\r\n')).toHaveLength(101)
  expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"")",`)
  expect(await list()).toMatchObject([
    { of: 'accounting', state: 'done', fileName: 'accounting-test-2026-03-01.csv' },
  ])
})
