import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { Refund } from '../../shared/money/refunds/rules/refund.ts'
import { providerRefundWrite } from '../../shared/money/refunds/store/provider-refunds.ts'
import { refundWrite } from '../../shared/money/refunds/store/refunds.ts'
import { later } from '../../test/factories.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

const address = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'

const idOf = (n: number) => `re_01KJMG2B7QX4V6T8S0R2P4N6${String(n).padStart(2, '0')}`

const aRefund = (n: number, changes: Partial<Refund> = {}): Refund => ({
  id: idOf(n),
  mode: 'live',
  version: 1,
  status: 'ready',
  sessionId: 'cs_01KJMFE3E0B6C8D2E4F6G8H0JK',
  depositId: null,
  chainId: 1,
  symbol: 'ETH',
  tokenAddress: null,
  decimals: 18,
  amountBase: 10n ** 15n * BigInt(n),
  confirmationsRequired: 12,
  reason: null,
  address,
  givenBy: 'merchant',
  sender: null,
  claimHash: null,
  claimExpiresAt: null,
  transfer: null,
  reference: null,
  searchedTo: null,
  paidSince: later(0),
  readyAt: later(0),
  completedAt: null,
  createdAt: later(0),
  updatedAt: later(0),
  ...changes,
})

const usdc = { symbol: 'USDC', decimals: 6, amountBase: 2_500_000n }
const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

async function fixture(all: readonly Refund[]) {
  const { table, config } = await serviceFunctions()
  for (const refund of all) await transact(table, [refundWrite(refund, 0)])
  return { table, ...terminal(lambdasOf(config)) }
}

it('what waits on a chain is a file for a Safe, however many', async () => {
  const many = Array.from({ length: 70 }, (_, n) => aRefund(n + 1))
  const { run } = await fixture([
    ...many,
    aRefund(80, { ...usdc, tokenAddress: contract }),
    aRefund(81, { status: 'sent' }),
    aRefund(82, { chainId: 137, symbol: 'POL' }),
    aRefund(83, { mode: 'test' }),
  ])
  const text = await run('refunds', 'list', '--safe-csv', '1')
  const [head, ...rows] = text.trimEnd().split('\n')
  expect(head).toBe('token_type,token_address,receiver,amount,id')
  expect(rows).toHaveLength(71)
  expect(rows).toContain(`native,,${address},0.07,`)
  expect(rows).toContain(`erc20,${contract},${address},2.5,`)
  expect(await run('refunds', 'list', '--mode', 'test', '--safe-csv', '1')).toContain(address)
})

it('a chain on which none waits is refused with those on which one does', async () => {
  const { run } = await fixture([aRefund(1, { chainId: 137, symbol: 'POL' })])
  for (const asked of [['1'], [], ['ethereum']]) {
    await expect(run('refunds', 'list', '--safe-csv', ...asked)).rejects.toThrow('137 (Polygon)')
  }
})

it('a provider’s refund is in the list, and shown by its id', async () => {
  const { table, run } = await fixture([aRefund(1)])
  const times = { createdAt: later(0), updatedAt: later(0) }
  const given = { mode: 'live', version: 1, status: 'reported', isCounted: true } as const
  const refund = { ...given, ...times, id: idOf(2), sessionId: 'cs_1', paymentId: 'cg_7' } as const
  const [amount, currency] = ['25', 'EUR']
  const provider = 'coingate'
  await transact(table, [providerRefundWrite({ ...refund, provider, amount, currency }, 0)])
  expect(await run('refunds', 'list')).toMatch(/reported +25 EUR +coingate +- +cs_1 +cg_7/)
  expect(await run('refunds', 'show', idOf(2))).toContain('coingate')
  await transact(table, [
    providerRefundWrite({ ...refund, provider, amount: null, currency, version: 2 }, 1),
  ])
  expect(await run('refunds', 'list')).toContain('a part in EUR')
})
