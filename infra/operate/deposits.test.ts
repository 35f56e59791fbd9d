import { expect, it } from 'vitest'
import * as z from 'zod'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { UnmatchedDeposit } from '../../shared/payments/ledger/rules/unmatched-deposit.ts'
import { unmatchedDepositWrite } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import { aSession, later } from '../../test/factories.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

function aDeposit(n: number): UnmatchedDeposit {
  const { id: sessionId, address } = aSession()
  return {
    mode: n % 3 === 0 ? 'live' : 'test',
    sessionId,
    address,
    chainId: n,
    symbol: 'ETH',
    tokenAddress: null,
    decimals: 18,
    version: 1,
    readAtBlock: 0n,
    amountBase: 1n,
    acceptedBase: 0n,
    dismissedBase: 0n,
    promisedBase: 0n,
    reason: 'other_chain',
    // Every two have the same time.
    seenAt: later(Math.floor(n / 2)),
  }
}

async function fixture() {
  const { table, config } = await serviceFunctions()
  return { table, ...terminal(lambdasOf(config)) }
}

const listed = z.object({
  deposits: z.array(z.object({ chainId: z.int() })),
  nextCursor: z.string().nullable(),
})

it('deposits are listed page by page, those of both modes in one order', async () => {
  const { table, run } = await fixture()
  const writes = Array.from({ length: 30 }, (_, n) => unmatchedDepositWrite(aDeposit(n + 1), 0))
  await transact(table, writes)
  const found: number[] = []
  let before: string[] = []
  for (let pages = 1; ; pages++) {
    const text = await run('deposits', 'list', '--json', '--limit', '7', ...before)
    const { deposits, nextCursor } = listed.parse(JSON.parse(text))
    found.push(...deposits.map(({ chainId }) => chainId))
    if (nextCursor === null) break
    expect(deposits).toHaveLength(7)
    expect(pages).toBeLessThan(6)
    before = ['--before', nextCursor]
  }
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  expect(found.map((n) => -Math.floor(n / 2))).toEqual(
    found.map((n) => -Math.floor(n / 2)).toSorted((a, b) => a - b),
  )
  expect(await run('deposits', 'list')).toMatch(/\nFor older ones, add: --before '20/)
})
