import type { Browser, Page, Route } from 'playwright-core'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { RunningInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import type { Merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { openPage } from './chromium.ts'
import { saveScreenshot } from './device-pages.ts'
import { withInstance } from './instance-page.ts'
import { confirm, signInAt } from './operator-visit.ts'

let instance: RunningInstance
let browser: Browser
let shop: Merchant
let customers = 0

const env = {
  BLOCK_TIME_SECONDS: '1',
  RECHECK_DELAY_SECONDS: '1',
  SCHEDULE_SECONDS: '2',
  TRUSTED_PROXIES: '127.0.0.1,::1',
}
withInstance(env, (started) => {
  ;({ instance, shop, browser } = started)
})

const within = { timeout: 60_000 }
const customerAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const created = z.object({ id: z.string(), claimUrl: z.string() })

async function paidSession() {
  const session = await shop.createSession({ amount: { value: '25', currency: 'USD' } })
  await pay(localTarget(instance), session)
  return shop.reaches(session.id, 'paid')
}

/** Creates a refund with an API key, as a shop's back end does. */
async function createRefund(sessionId: string, amount: string) {
  const [payer] = localTarget(instance).payers
  const { address: sender } = privateKeyToAccount(payer?.privateKey ?? '0x')
  const response = await fetch(`${instance.baseUrl}/api/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${instance.instance.apiKeys.test}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ sessionId, amount, sender }),
  })
  const body: unknown = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(201)
  return created.parse(body)
}

/** Each customer has an address of their own, since what one may ask in a minute is limited. */
async function customerPage(locale: string) {
  customers += 1
  const context = await browser.newContext({
    locale,
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${customers}` },
  })
  return openPage(context, instance.baseUrl)
}

const words = {
  'en-US': {
    headline: 'You get',
    check: 'Check address',
    checksum: 'At least one character is wrong',
    contract: 'This is the contract of a coin',
    ours: 'belongs to the seller’s payment system',
    look: 'Is this your address?',
    confirm: 'Yes, send it here',
    saved: 'Address saved',
    done: 'Refund complete',
  },
  'de-DE': {
    headline: 'Sie erhalten',
    check: 'Adresse prüfen',
    checksum: 'Mindestens ein Zeichen ist falsch',
    contract: 'Das ist der Vertrag eines Coins',
    ours: 'gehört zum Zahlungssystem des Verkäufers',
    look: 'Ist das Ihre Adresse?',
    confirm: 'Ja, hierhin senden',
    saved: 'Adresse gespeichert',
    done: 'Erstattung abgeschlossen',
  },
  ar: {
    headline: 'ستسترد',
    check: 'تحقق من العنوان',
    checksum: 'حرف واحد على الأقل خاطئ',
    contract: 'هذا عقد عملة',
    ours: 'تابع لنظام الدفع الخاص بالبائع',
    look: 'هل هذا عنوانك؟',
    confirm: 'نعم، أرسل إلى هنا',
    saved: 'تم حفظ العنوان',
    done: 'اكتمل الاسترداد',
  },
} as const

/** Types an address in several wrong ways, then gives it. */
async function claim(
  page: Page,
  url: string,
  says: (typeof words)[keyof typeof words],
  ours: string,
) {
  await page.goto(url)
  await page.getByRole('heading', { level: 1, name: says.headline }).waitFor(within)
  const field = page.locator('#address')
  const check = page.getByRole('button', { name: says.check })
  const wrong = [
    [customerAddress.replace('B', 'b'), says.checksum],
    [localAddresses.testUsdc, says.contract],
    [ours, says.ours],
  ] as const
  for (const [text, message] of wrong) {
    await field.fill(text)
    await check.click()
    await page.getByText(message).waitFor(within)
  }
  await field.fill(` ${customerAddress.toLowerCase()} `)
  await check.click()
  await page.getByRole('heading', { level: 1, name: says.look }).waitFor(within)
  expect((await page.locator('.checked-address').textContent())?.trim()).toBe(customerAddress)
  await page.getByRole('button', { name: says.confirm }).click()
  await page.getByRole('heading', { level: 1, name: says.saved }).waitFor(within)
}

test.each(Object.entries(words))(
  'a customer says in %s where a refund goes, and sees it arrive',
  { timeout: 240_000 },
  async (locale, says) => {
    const session = await paidSession()
    const { id, claimUrl } = await createRefund(session.id, '0.005')
    const { page, complaints } = await customerPage(locale)
    await claim(page, claimUrl, says, session.address)
    await saveScreenshot(page, `refund-saved-${locale}`)
    // The link shows the same to whoever opens it again, and takes no other address.
    await page.reload()
    await page.getByRole('heading', { level: 1, name: says.saved }).waitFor(within)
    const amount = { base: String(5n * 10n ** 15n), formatted: '0.005', decimals: 18 }
    const due = { ...session, address: customerAddress, amount: { ...session.amount, ...amount } }
    await pay(localTarget(instance), due)
    await page.getByRole('heading', { level: 1, name: says.done }).waitFor(within)
    await saveScreenshot(page, `refund-done-${locale}`)
    const refunded = await shop.getSession(session.id)
    expect(refunded).toMatchObject({ status: 'paid', amountRefunded: { formatted: '0.005' } })
    expect(await shop.eventsOf(session.id)).toEqual(
      expect.arrayContaining(['refund.created', 'refund.ready', 'refund.confirmed']),
    )
    expect(complaints).toEqual({ console: [], foreign: [] })
    const secret = new URL(claimUrl).hash.slice(1)
    await page.goto(claimUrl.replace(secret, `${secret.slice(0, -4)}AAAA`))
    await page.reload()
    await page.locator('.headline').waitFor(within)
    expect(await page.getByText(says.done).count()).toBe(0)
    expect(id).toMatch(/^re_/)
    await page.context().close()
  },
)

/** Sends a page's request as often as it takes. */
async function untilLimited(route: Route): Promise<void> {
  const response = await route.fetch()
  if (response.status() === 429) return route.fulfill({ response })
  return untilLimited(route)
}

test('a customer who asks too often is asked to wait', async () => {
  const session = await paidSession()
  const { claimUrl } = await createRefund(session.id, '0.005')
  const { page } = await customerPage('en-US')
  await page.route('**/address', untilLimited, { times: 1 })
  await page.goto(claimUrl)
  const field = page.locator('#address')
  await field.fill(session.address)
  await page.getByRole('button', { name: 'Check address' }).click()
  await page.getByText('Too many attempts. Wait a moment and try again.').waitFor(within)
  expect(await field.inputValue()).toBe(session.address)
  await page.context().close()
})

test('an operator promises a refund, and is shown what to send', { timeout: 240_000 }, async () => {
  const session = await paidSession()
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  })
  const { page, complaints } = await openPage(context, instance.baseUrl)
  const { owner } = instance.instance
  await signInAt(page, `${instance.baseUrl}/dashboard/test/payments/${session.id}`, owner)
  await page.getByRole('button', { name: 'Refund', exact: true }).click(within)
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount').fill('0.004')
  await saveScreenshot(page, 'refund-dialog')
  await dialog.getByRole('button', { name: 'Promise the refund' }).click()
  await confirm(page, owner)
  const link = page.getByRole('dialog', { name: 'Link for the customer' })
  await saveScreenshot(page, 'refund-link')
  const claimUrl = (await link.locator('code.secret').textContent(within)) ?? ''
  await link.getByRole('checkbox').check()
  await link.getByRole('button', { name: 'Done' }).click()
  const row = page.locator('.rows li', { hasText: '0.004 ETH' })
  await row.getByText('Waits for the address').waitFor(within)
  const customer = await customerPage('en-US')
  await claim(customer.page, claimUrl, words['en-US'], session.address)
  await customer.page.context().close()
  await row.getByText('Ready to send').waitFor(within)
  await row.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('img', { name: 'QR code with address, network and amount' }).waitFor(within)
  await saveScreenshot(page, 'refund-pay')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.goto(`${instance.baseUrl}/dashboard/test/payouts`)
  await page.getByText('Refunds to send').waitFor(within)
  await saveScreenshot(page, 'refund-payouts')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /File for Safe/ }).click()
  const file = await (await downloading).createReadStream()
  const csv = (await file.toArray()).join('')
  expect(csv).toBe(
    `token_type,token_address,receiver,amount,id\nnative,,${customerAddress},0.004,\n`,
  )
  const exporting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Export refunds' }).click()
  const exported = await (await exporting).createReadStream()
  expect((await exported.toArray()).join('')).toContain(session.id)
  await saveScreenshot(page, 'refund-export')
  await page.getByRole('link', { name: 'Open the payment' }).first().click()
  await row.getByRole('button', { name: 'Cancel' }).click(within)
  const cancel = page.getByRole('dialog', { name: 'Cancel this refund?' })
  await cancel.getByLabel('Note for the audit log').fill('The customer keeps it')
  await cancel.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  await confirm(page, owner)
  await row.getByText('Canceled').waitFor(within)
  await saveScreenshot(page, 'refund-canceled')
  expect(complaints).toEqual({ console: [], foreign: [] })
  await context.close()
})
