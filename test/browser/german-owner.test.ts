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

test('a German owner reads in German why a payment has its status', async () => {
  const { fixture, page } = opened
  const { path = '', replies = {} } = screens['payment'] ?? {}
  for (const [name, reply] of Object.entries(replies)) fixture.replies.set(name, reply)
  await page.goto(`${fixture.url}/dashboard${path}`)
  const why = page.locator('section.why p').first()
  await why.waitFor()
  expect(await why.textContent()).toBe(
    'Es fehlen 1.5 USDC von 120 USDC. Die Zahlungsfrist endete am 18.11.2026, 15:02:31.',
  )
})
