import { expect, it } from 'vitest'
import type { PayoutRow } from '../../shared/sweeps/wire/payout-row.ts'
import { payoutsCsv } from './payouts-csv.ts'

const row: PayoutRow = {
  ...{ type: 'payment', session: 'cs_1', status: 'paid', chainId: 1, asset: 'USDC' },
  ...{ transaction: '0xab', block: '7', time: '2026-01-01T00:00:00.000Z', address: '0x1' },
  ...{ amount: '12.5', rateUsd: '1', valueUsd: '12.5', fiatAmount: '12.50', fiatCurrency: 'USD' },
  metadata: {},
}

it('has a column for each key of metadata, and an empty cell where a row has none', () => {
  const csv = payoutsCsv([{ ...row, metadata: { order: 7 } }, row])
  const [head, first, second] = csv.split('\n')
  expect(head).toMatch(/^type,session,.*,fiatCurrency,metadata\.order$/)
  expect(first).toMatch(/,12\.50,USD,7$/)
  expect(second).toMatch(/,12\.50,USD,$/)
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'never gives a spreadsheet the formula %j',
  (text) => {
    const csv = payoutsCsv([{ ...row, metadata: { note: text } }])
    const cell = csv.slice(csv.lastIndexOf(',USD,') + 5)
    expect(cell.replace(/^"/, '')).toMatch(/^'/)
  },
)

it('quotes what would end a cell or a row', () => {
  const csv = payoutsCsv([{ ...row, metadata: { note: 'a,"b"\nc' } }])
  expect(csv).toContain('"a,""b""\nc"')
})

it('has only the head without payments', () => {
  expect(payoutsCsv([]).split('\n')).toHaveLength(1)
})
