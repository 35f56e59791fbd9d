import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { PayoutRow } from '../../shared/sweeps/wire/payout-row.ts'
import { payoutsCsv } from './payouts-csv.ts'

const row: PayoutRow = {
  ...{ type: 'payment', session: 'cs_1', status: 'paid', chainId: 1, asset: 'USDC' },
  ...{ transaction: '0xab', block: '7', time: '2026-01-01T00:00:00.000Z', address: '0x1' },
  ...{ amount: '12.5', rateUsd: '1', valueUsd: '12.5', fiatAmount: '12.50', fiatCurrency: 'USD' },
  ...{ fiatValue: '12.5', fee: '0.001', feeAsset: 'ETH', sweep: 'sw_1' },
  metadata: {},
}

/** The CSV of these rows, on two pages. */
async function csvOf(...rows: readonly PayoutRow[]): Promise<string> {
  async function* pages() {
    yield rows.slice(0, 1)
    yield rows.slice(1)
  }
  return (await Array.fromAsync(payoutsCsv(pages()))).join('').trimEnd()
}

it('has a column for each key of metadata, and an empty cell where a row has none', async () => {
  const csv = await csvOf(row, { ...row, metadata: { order: 7 } })
  const [head, second, first] = csv.split('\n')
  expect(head).toMatch(/^type,session,.*,fee,feeAsset,sweep,metadata\.order$/)
  expect(first).toMatch(/,12\.5,USD,12\.50,0\.001,ETH,sw_1,7$/)
  expect(second).toMatch(/,12\.50,0\.001,ETH,sw_1,$/)
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'never gives a spreadsheet the formula %j',
  async (text) => {
    const csv = await csvOf({ ...row, metadata: { note: text } })
    const cell = csv.slice(csv.lastIndexOf(',sw_1,') + 6)
    expect(cell.replace(/^"/, '')).toMatch(/^'/)
  },
)

it('quotes what would end a cell or a row', async () => {
  const csv = await csvOf({ ...row, metadata: { note: 'a,"b"\nc' } })
  expect(csv).toContain('"a,""b""\nc"')
})

it('has only the head without payments', async () => {
  expect((await csvOf()).split('\n')).toHaveLength(1)
})

it('neutralises the names of columns, too', async () => {
  const csv = await csvOf({ ...row, metadata: { '=1+1': 'x' } })
  expect(csv.split('\n')[0]).toMatch(/,metadata\.=1\+1$/)
})

it('holds a page of 100,000 rows in memory at most, and leaves no file behind', async () => {
  const before = await readdir(tmpdir())
  let made = 0
  async function* pages() {
    for (; made < 100_000; made += 500) {
      yield Array.from({ length: 500 }, (_, index) => ({ ...row, block: String(made + index) }))
    }
  }
  let lines = 0
  let longest = 0
  for await (const part of payoutsCsv(pages())) {
    lines += part.trimEnd().split('\n').length
    longest = Math.max(longest, part.length)
  }
  expect(lines).toBe(100_001)
  expect(longest).toBeLessThan(200_000)
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith('payouts-'))
  expect(left.filter((name) => !before.includes(name))).toEqual([])
})
