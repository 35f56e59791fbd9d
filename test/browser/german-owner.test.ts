import { expect, test } from 'vitest'
import { type DashboardPage, eachWithDashboardPage } from './dashboard-page.ts'
import { screens } from './dashboard-screens.ts'

let opened: DashboardPage

eachWithDashboardPage(
  (each) => {
    opened = each
  },
  { locale: 'de-DE', timezoneId: 'Europe/Berlin' },
)

async function shown(name: string) {
  const { fixture, page } = opened
  const { path = '', replies = {} } = screens[name] ?? {}
  for (const [operation, reply] of Object.entries(replies)) fixture.replies.set(operation, reply)
  await page.goto(`${fixture.url}/dashboard${path}`)
  return page
}

test.each(['home', 'payments', 'payment', 'payment-accepted', 'payouts', 'payouts-sweep'])(
  'amounts of %s have the separators of German',
  async (name) => {
    const page = await shown(name)
    await page
      .locator('main')
      .getByText(/\d,\d+/)
      .first()
      .waitFor()
    const text = await page.locator('main').textContent()
    expect(text?.match(/\d\.\d+\s(?:ETH|USDC|USDT|POL)\b/g)).toBeNull()
  },
)

test('a German owner reads in German why a payment has its status', async () => {
  const page = await shown('payment')
  const why = page.locator('section.why p').first()
  await why.waitFor()
  expect(await why.textContent()).toBe(
    'Es fehlen 1,50 USDC von 120,00 USDC. Wahrscheinlich hat eine Börse ihre Gebühr abgezogen. Die Zahlungsfrist endete am 18.11.2026, 15:02:31.',
  )
})

test('a German owner reads in German what an operator did', async () => {
  const page = await shown('audit')
  await page.getByText('Unterzahlt → Bezahlt').first().waitFor()
})
