import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { type DashboardFixture, noWork, ok } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { openScreen } from './open-screen.ts'

const money = (index: number) => ({
  walletId: 'wallet-1',
  index,
  amount: String(index),
  isAhead: false,
  chainId: 8453,
  symbol: 'USDC',
  tokenAddress: null,
  address: `0x${String(index).padStart(40, '0')}`,
})

let fixture: DashboardFixture
let page: Page
/** Findings of the parts of a check, by the ids of the work. */
let results: Record<string, unknown>

eachWithDashboardPage((opened) => {
  ;({ fixture, page } = opened)
})
beforeEach(async () => {
  results = {}
  fixture.replies.set('check-skipped-addresses', () => ({
    status: 202,
    body: { workId: `wrk_${inputs().length}` },
  }))
  fixture.replies.set('show-work', (input) => {
    const { id } = z.object({ id: z.string().optional() }).parse(input)
    if (id === undefined) return ok(noWork)
    const result = results[id] ?? null
    const state = result === null ? 'running' : 'done'
    const operation = 'check-skipped-addresses'
    return ok({ id, operation, state, result, steps: [], error: null })
  })
  await openScreen({ fixture, page }, 'doctor')
  await checkButton().click()
})

const checkButton = () => page.getByRole('button', { name: 'Check addresses', exact: true })

/** The page knows the check's id, with which it finds it again. */
const isChecking = () => page.waitForURL(/\?work=check-skipped-addresses\.wrk_1$/)

/** Inputs of the parts that were started. */
const inputs = () =>
  fixture.calls.filter(({ name }) => name === 'check-skipped-addresses').map(({ input }) => input)

const part = (index: number, next?: number) => ({
  found: [money(index)],
  unread: [],
  ...(next !== undefined && { next }),
})

test('shows what all parts of it have found', async () => {
  results['wrk_1'] = part(7, 1000)
  results['wrk_2'] = part(1007)
  await page.getByText('1,007.00 USDC on chain 8453').waitFor()
  await page.getByText('7.00 USDC on chain 8453', { exact: true }).waitFor()
  expect(inputs()).toEqual([{ mode: 'live' }, { mode: 'live', from: 1000 }])
  await expect
    .poll(() => page.getByRole('listitem').filter({ hasText: '1,007.00 USDC' }).count())
    .toBe(1)
  expect(await page.getByText('This is only a part.').count()).toBe(0)
})

test('starts no further part for a page that was left, such as for the other mode', async () => {
  await isChecking()
  await page.getByRole('link', { name: 'API keys' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  results['wrk_1'] = part(7, 1000)
  const shown = page.waitForResponse(async (response) => (await response.text()).includes('"done"'))
  await (await shown).finished()
  await page.goBack()
  await page.getByText('7.00 USDC on chain 8453', { exact: true }).waitFor()
  expect(inputs()).toEqual([{ mode: 'live' }])
})

test('says after a reload that what it shows is a part', async () => {
  await isChecking()
  await page.reload()
  results['wrk_1'] = part(7, 1000)
  await page.getByText('7.00 USDC on chain 8453', { exact: true }).waitFor()
  await page.getByText('This is only a part.').waitFor()
  expect(inputs()).toEqual([{ mode: 'live' }])
})
