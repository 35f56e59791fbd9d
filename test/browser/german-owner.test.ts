import { expect, test } from 'vitest'
import { refuseNotice } from '../../shared/admin/sale-notices/rules/notice-refusals.ts'
import { refuseView } from '../../shared/admin/views/rules/view-refusals.ts'
import { saveView } from '../../shared/admin/views/save-view.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'
import { presentDashboardError } from '../../shared/kernel/wire/error.ts'
import { refuseRefund } from '../../shared/money/refunds/rules/refund-refusals.ts'
import { refuseApiKey } from '../../shared/records/api-keys/rules/api-key-refusals.ts'
import { type DashboardPage, eachWithDashboardPage } from './dashboard-page.ts'
import type { ScreenName } from './dashboard-screens.ts'
import { openScreen } from './open-screen.ts'

let opened: DashboardPage

eachWithDashboardPage(
  (each) => {
    opened = each
  },
  { locale: 'de-DE', timezoneId: 'Europe/Berlin' },
)

async function shown(name: ScreenName) {
  await openScreen(opened, name)
  return opened.page
}

test.each(['home', 'payments', 'payment', 'payment-accepted', 'payouts', 'payouts-sweep'] as const)(
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

test('a German owner reads in German what holds a sweep up', async () => {
  const page = await shown('payouts-sweep')
  await page.getByText('Die Gebühren liegen jetzt über dem Plan oder über dem Guthaben').waitFor()
})

test('a German owner reads in German what an operator did', async () => {
  const page = await shown('audit')
  await page.getByText('Unterzahlt → Bezahlt').first().waitFor()
})

function refusalOf(work: () => unknown): ServiceError {
  try {
    work()
  } catch (error) {
    if (error instanceof ServiceError) return error
  }
  throw new Error('nothing was refused')
}

test.each([
  [
    refuseView('too_many_views', { most: 20 }),
    'Sie haben schon 20 Ansichten. Entfernen Sie zuerst eine.',
  ],
  [
    refuseNotice('sale_mails_on', { mode: 'live' }),
    'Mails über Verkäufe sind im Modus Live schon an.',
  ],
  [refusalOf(() => parseWith(saveView.body, { name: '', query: '' })), 'Das darf nicht leer sein.'],
  [
    refuseRefund('paid_several', {
      amount: '1.5 USDC',
      address: '0x01',
      payments: '1.25 USDC → 0x02, 2 USDC → 0x03',
    }),
    'Diese Transaktion hat nicht 1,50 USDC an 0x01 gesendet. Sie enthält mehrere Zahlungen: 1,25 USDC → 0x02, 2,00 USDC → 0x03.',
  ],
  [
    refuseApiKey('key_rolled', { id: 'key_1', until: '2026-11-18T13:00:00.000Z' }),
    'Der API-Schlüssel key_1 wurde schon ersetzt und gilt bis 18.11.2026, 14:00:00 MEZ. Ersetzen Sie den Schlüssel, der an seine Stelle trat.',
  ],
])('a German owner reads in German why something is refused', async (refusal, sentence) => {
  const { fixture } = opened
  const body = presentDashboardError(refusal, { requestId: 'r' })
  fixture.replies.set('save-view', { status: 409, body })
  const page = await shown('payments')
  await page.goto(`${fixture.url}/dashboard/live/payments?status=paid`)
  await page.getByRole('button', { name: 'Ansicht speichern' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bezahlt')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByText(sentence).waitFor()
})
