import { expect, test } from 'vitest'
import { rejected } from './dashboard-fixture.ts'
import { type DashboardPage, eachWithDashboardPage } from './dashboard-page.ts'
import type { ScreenName } from './dashboard-screens.ts'
import { openScreen } from './open-screen.ts'

let opened: DashboardPage

eachWithDashboardPage((each) => {
  opened = each
})

async function open(name: ScreenName) {
  await openScreen(opened, name)
  return opened.page
}

test.each([
  ['home', 'show-overview'],
  ['home', 'show-setup'],
  ['home', 'check-health'],
  ['home', 'list-payments'],
  ['payments', 'list-networks'],
  ['payments', 'list-exports'],
  ['payments-filtered', 'total-payments'],
  ['payouts', 'show-gas'],
  ['networks', 'check-health'],
  ['payouts', 'list-networks'],
  ['link', 'get-settings'],
  ['doctor-problems', 'show-books'],
] as const)('%s says that %s failed, and tries again if asked', async (name, operation) => {
  opened.fixture.replies.set(operation, rejected(403, 'insufficient_role'))
  const page = await open(name)
  const notice = page.getByRole('alert').filter({ hasText: `Request ${operation}, ID r` })
  await notice.getByText('could not be loaded').waitFor()
  await notice.getByText('Your role does not allow this.').waitFor()
  const calls = () => opened.fixture.calls.filter((call) => call.name === operation).length
  const before = calls()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(calls).toBeGreaterThan(before)
})

test('an instance that may be watch-only offers nothing to sweep with until it is known', async () => {
  opened.fixture.replies.set('get-payouts', rejected(403, 'insufficient_role'))
  const page = await open('payouts')
  const sweep = page.getByRole('button', { name: 'Sweep now' })
  await page.getByRole('alert').filter({ hasText: 'Request get-payouts, ID r' }).waitFor()
  expect(await sweep.count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Payout wallets' }).count()).toBe(0)
  opened.fixture.replies.delete('get-payouts')
  await open('payouts')
  await sweep.waitFor()
})

test('a page of no mode is found at an address with one', async () => {
  const { fixture } = opened
  const page = await open('people')
  await page.goto(`${fixture.url}/dashboard/live/people`)
  await page.getByText('Mia Lindqvist').first().waitFor()
  expect(page.url()).toBe(`${fixture.url}/dashboard/settings/people`)
})

test('the navigation counts what waits, also beside a page that does not know it', async () => {
  const page = await open('payments')
  for (const [name, count] of Object.entries({ Payments: '2', Payouts: '3+', Webhooks: '1' })) {
    await page
      .getByRole('link', { name: `${name} ${count}`, exact: true })
      .first()
      .waitFor()
  }
})

test('a form whose request got no response keeps what was typed, and says that it may be done', async () => {
  const page = await open('keys')
  await page.route('**/create-api-key', (route) => route.abort())
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Webshop')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('and whether this was done').waitFor({ timeout: 15_000 })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Webshop')
})
