import { expect, it } from 'vitest'
import { payoutColumns } from '../../../shared/sweeps/rules/payout-columns.ts'
import { type PayoutRow, payoutsCsv } from './payouts-csv.ts'

const row: PayoutRow = {
  ...{ type: 'payment', session: 'cs_1', status: 'paid', chainId: 1, asset: 'USDC' },
  ...{ transaction: '0x1', block: '7', time: null, address: '0xa', amount: '25' },
  ...{ rateUsd: '1', valueUsd: '25', fiatValue: '25', fiatAmount: '25.00', fiatCurrency: 'USD' },
  ...{ sweep: null, fee: null, feeAsset: null, metadata: {} },
}

it('has a column for each key of metadata, and begins with a mark of its encoding', () => {
  const csv = payoutsCsv([row, { ...row, metadata: { order: 7, b: 'ü' } }])
  const [head = '', first, second] = csv.split('\n')
  expect(head).toBe(`\ufeff${payoutColumns.join()},metadata.b,metadata.order`)
  expect(first).toMatch(/^payment,cs_1,paid,1,USDC,.*,,$/)
  expect(second).toMatch(/,ü,7$/)
})

it('keeps hostile cells harmless', () => {
  const csv = payoutsCsv([{ ...row, metadata: { note: '=HYPERLINK("x"),1', other: '@x' } }])
  expect(csv).toContain(`,"'=HYPERLINK(""x""),1",'@x\n`)
})
