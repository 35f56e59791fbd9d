import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOn } from './axe.ts'
import { type DashboardFixture, ok, rejected } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { openScreen } from './open-screen.ts'

const id = 'cs_01JD8Z3K000000000000000000'
const at = '2024-05-18T12:00:00.000Z'
const found = {
  kind: 'session',
  id,
  title: 'ana@example.com',
  detail: '10483',
  status: 'paid',
  at,
  fiat: { amount: '49.00', currency: 'USD' },
  payments: null,
}
const coffee = { id: 'pl_1', title: 'Coffee', fiat: { amount: '4.50', currency: 'EUR' } }
const link = { ...found, ...coffee, kind: 'link', detail: null, status: null }
const customer = { ...link, kind: 'customer', id: 'cus_1', title: 'ada@shop.example', fiat: null }

let fixture: DashboardFixture
let page: Page

async function openPalette(): Promise<void> {
  await openScreen({ fixture, page }, 'keys')
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await page.keyboard.press('Control+k')
  await input().waitFor()
}

eachWithDashboardPage(
  (opened) => {
    ;({ fixture, page } = opened)
    return openPalette()
  },
  { bypassCSP: true },
)

const input = () => page.getByRole('combobox', { name: 'Search, or go to a page' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const searched = () =>
  fixture.calls.flatMap(({ name, input: given }) => (name === 'search' ? [given] : []))

test('what is found stands beside the pages, and is opened by the keyboard', async () => {
  fixture.replies.set('search', ok({ results: [found, link, { ...customer, payments: 3 }] }))
  await input().fill('keys')
  await option(/ana@example.com/).waitFor()
  expect(await page.getByRole('option').allInnerTexts()).toEqual([
    'API keys',
    expect.stringMatching(/^ana@example.com\n10483 · \$49.00 · Paid · May 18, 2024, .*\nPayment$/),
    expect.stringMatching(/^Coffee\n€4.50 · May 18, 2024, .*\nPayment link$/),
    expect.stringMatching(/^ada@shop.example\n3 payments · May 18, 2024, .*\nCustomer$/),
  ])
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${fixture.url}/dashboard/live/payments/${id}`)
  expect(searched()).toEqual([{ mode: 'live', query: 'keys' }])
})

test('deliveries and sweeps are found with their status in words', async () => {
  const of = { fiat: null, payments: null, detail: null, at }
  const delivery = { ...of, kind: 'delivery', id: 'del_1', title: 'session.paid', status: 'failed' }
  const sweep = { ...of, kind: 'sweep', id: 'sw_1', title: '12 USDC', status: 'final' }
  fixture.replies.set('search', ok({ results: [delivery, sweep] }))
  await input().fill('0x5e5e')
  await option(/session.paid.*Failed · May 18/s).waitFor()
  await option(/12 USDC.*Swept · May 18/s).waitFor()
})

test('what is pasted and confirmed at once is opened when it is found', async () => {
  fixture.replies.set('search', ok({ results: [found] }))
  await input().fill('0x5e')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${fixture.url}/dashboard/live/payments/${id}`)
})

test('typing asks once, and an earlier response is not shown', async () => {
  fixture.replies.set('search', 'hang')
  await input().fill('first')
  await expect.poll(searched).toEqual([{ mode: 'live', query: 'first' }])
  fixture.replies.set('search', ok({ results: [link] }))
  // In one go, so that a busy machine makes no pause between two of them.
  await page.evaluate(`for (const text of ['sec', 'secon', 'second']) {
    document.activeElement.value = text
    document.activeElement.dispatchEvent(new Event('input', { bubbles: true }))
  }`)
  await option(/Coffee/).waitFor()
  expect(searched()).toEqual(['first', 'second'].map((query) => ({ mode: 'live', query })))
  await input().fill('se')
  await option(/Coffee/).waitFor({ state: 'detached' })
})

test('when nothing is found, it says what can be', async () => {
  fixture.replies.set('search', ok({ results: [] }))
  await input().fill('Northfield')
  await page.getByText('Search finds the beginning of any word').waitFor()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).pathname).toBe('/dashboard/live/keys')
  await page.keyboard.press('Escape')
  await input().waitFor({ state: 'detached' })
})

test('a search that fails says why, and pages are found still', async () => {
  fixture.replies.set('search', rejected(500, 'internal_error'))
  await input().fill('audit')
  await page.getByRole('status').filter({ hasText: /\w/ }).first().waitFor()
  await option('Audit log').waitFor()
})
