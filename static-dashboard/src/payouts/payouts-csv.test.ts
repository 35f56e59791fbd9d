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
  const [head = '', first, second] = csv.split('\r\n')
  expect(head).toBe(`\ufeff${payoutColumns.join()},metadata.b,metadata.order`)
  expect(first).toMatch(/^payment,cs_1,paid,1,USDC,.*,,$/)
  expect(second).toMatch(/,ü,7$/)
})

it('keeps hostile cells as they are, and harmless', () => {
  const note = '=HYPERLINK("x"),\r\n1;2'
  const [, line = ''] = payoutsCsv([{ ...row, metadata: { note } }]).split(/(?<=\n)payment/)
  expect(line).toContain(`"'=HYPERLINK(""x""),\r\n1;2"`)
  const minus = payoutsCsv([{ ...row, metadata: { a: -5, b: '-5', c: '@x' } }])
  expect(minus).toContain(`,-5,'-5,'@x\r\n`)
})
