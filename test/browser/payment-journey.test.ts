import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutBalances } from '../../infra/local/demo/follow-sweep.ts'
import type { RunningInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import type { Merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { eachWithInstancePage } from './instance-page.ts'
import { confirm, patiently, signInAt } from './operator-visit.ts'

let instance: RunningInstance
let browser: Browser
let receiver: WebhookReceiver
let shop: Merchant
let page: Page

// Confirmations come one after the other, and sweeps only if an operator asks for them.
const env = {
  CONFIRMATIONS: '6',
  BLOCK_TIME_SECONDS: '1',
  RECHECK_DELAY_SECONDS: '1',
  SCHEDULE_SECONDS: '2',
  SWEEP_SECONDS: '3600',
  FAILED_AFTER_SECONDS: '60',
}
eachWithInstancePage(env, async (opened) => {
  ;({ instance, shop, browser, page } = opened)
  receiver.expectSecret((await shop.createEndpoint(receiver.url)).secret)
})
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.close())

const within = { timeout: 60_000 }
const at = (path: string) => `${instance.baseUrl}/dashboard${path}`
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const goTo = (name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()

/** Returns the address that customers open. */
async function makeLink(title: string): Promise<string> {
  await signInAt(page, at('/test/links/new'), instance.instance.owner)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Price').fill('12.50')
  await page.locator('.preview-price', { hasText: '$12.50' }).waitFor()
  await button('Create link').click()
  await heading(title).waitFor()
  await page.getByRole('img', { name: /QR/ }).waitFor()
  return (await page.locator('code.secret').textContent()) ?? ''
}

/** A customer's visit in another browser, up to the amount and the address. Returns the session's id. */
async function visitLink(url: string): Promise<string> {
  const visitor = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  })
  const tab = await visitor.newPage()
  await tab.goto(url)
  await patiently(tab, () => tab.getByLabel('Email').fill('ada@example.com'))
  await tab.getByRole('button', { name: 'Continue' }).click()
  await tab.locator('.coin', { hasText: 'USDC' }).first().click()
  await tab.locator('.address').waitFor()
  return new URL(tab.url()).pathname.split('/').at(-1) ?? ''
}

/** Opens what the palette finds. */
async function search(query: string, found: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search, or go to a page' }).fill(query)
  await page.getByRole('option', { name: found }).waitFor(within)
  await page.keyboard.press('Enter')
}

/** Sweeps after a preview: each of both requests needs a proof of who sends it. */
async function sweepNow(): Promise<void> {
  await button('Sweep now').click()
  const asked = page.getByRole('dialog', { name: 'Sweep now' })
  await asked.getByRole('button', { name: 'Preview' }).click()
  await confirm(page, instance.instance.owner)
  await asked.getByText('12.50 USDC from 1 address').waitFor(within)
  await asked.getByRole('button', { name: 'Sweep now' }).click()
  await confirm(page, instance.instance.owner)
}

/** The text of each line of a list, as often as it changes. */
const recordSteps = `
  window.seenSteps = new Set()
  const note = () => {
    for (const line of document.querySelectorAll('.steps li .status')) seenSteps.add(line.textContent)
  }
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
`

test('a payment is followed from its link to the payout wallet', { timeout: 240_000 }, async () => {
  const before = await payoutBalances(instance.instance)
  const url = await makeLink('A year of letters')
  await goTo('Payments')
  await page.evaluate('window.isSamePage = true')

  const id = await visitLink(url)
  const row = page.getByRole('row').filter({ hasText: 'ada@example.com' })
  await row.getByText('Waiting for payment').waitFor(within)
  const hash = await pay(localTarget(instance), await shop.getSession(id))
  await row.getByText(/of 6/).waitFor(within)
  await row.getByText('Paid').waitFor(within)
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  await receiver.waitFor((got) => got.some(({ event }) => event.type === 'session.paid'))

  await row.getByRole('link').click()
  await heading('$12.50').waitFor()
  for (const happened of ['Payment opened', '12.50 USDC arrived', 'Confirming', 'Paid']) {
    await page.locator('.timeline h3', { hasText: happened }).first().waitFor(within)
  }
  const delivery = page.locator('.timeline li', { hasText: 'session.paid' })
  await delivery.getByText(/Delivered/).waitFor(within)
  await delivery.getByText(new URL(receiver.url).host).waitFor()
  await button('Refund').click()
  const refund = page.getByRole('dialog', { name: 'Refund', exact: true })
  await refund.getByLabel('Amount').fill('1.00')
  await refund.getByLabel('Customer’s address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  await refund.getByRole('button', { name: 'Promise the refund' }).click()
  await confirm(page, instance.instance.owner)
  await refund.waitFor({ state: 'detached', ...within })
  await button('Record').click()
  const record = page.getByRole('dialog', { name: 'Record how it was sent' })
  await record.getByRole('button', { name: 'In another way' }).click()
  await record.getByLabel('Reference').fill('SEPA 4711')
  await record.getByLabel('Note for the audit log').fill('One issue was late')
  await record.getByRole('button', { name: 'Record', exact: true }).click()
  await confirm(page, instance.instance.owner)
  await record.waitFor({ state: 'detached', ...within })
  await page.locator('.timeline h3', { hasText: 'Refund reported' }).waitFor(within)

  await goTo('Payouts')
  const ledger = page.getByRole('table', { name: 'Ledger' }).getByRole('row', { name: /USDC/ })
  await page.evaluate(recordSteps)
  await sweepNow()
  const steps = page.getByRole('list', { name: 'Sweeping now' })
  await steps.getByText('12.50 USDC on ').waitFor(within)
  await steps.getByText('Swept').waitFor(within)
  const seen = await page.evaluate<string[]>('[...window.seenSteps]')
  expect(seen).toEqual(expect.arrayContaining(['Running', 'Confirming', 'Swept']))
  const held = await payoutBalances(instance.instance)
  expect((held.get('USDC') ?? 0n) - (before.get('USDC') ?? 0n)).toBe(12_500_000n)
  await expect.poll(() => ledger.locator('.of-swept').textContent(), within).toContain('12.5')
  await expect.poll(() => ledger.locator('.of-received').textContent()).toContain('12.5')
  await expect.poll(() => ledger.locator('.of-unswept').textContent()).toMatch(/^0(\.00)?\s*$/)

  await button('Export').click()
  await button('Export CSV').click()
  await button('Download').waitFor(within)
  const downloading = page.waitForEvent('download')
  await button('Download').click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain(id)
  expect(csv).toContain(hash)

  await search(hash, /\$12\.50/)
  await heading('$12.50').waitFor()
  await page.locator('.timeline li', { hasText: 'swept to your payout wallet' }).waitFor(within)
  await goTo('Payouts')
  await page.getByRole('table', { name: 'Sweeps' }).getByRole('link', { name: 'Swept' }).click()
  const sweepHash = await page.evaluate<string>(
    `fetch('/api/dashboard/get-sweep', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Quittance-Dashboard': '1' },
      body: JSON.stringify({ id: location.pathname.split('/').at(-1) }),
    }).then((response) => response.json()).then(({ attempts }) => attempts[0].hash)`,
  )
  const sweepUrl = page.url()
  await goTo('Home')
  await search(sweepHash, /12.5 USDC/)
  await page.waitForURL(sweepUrl)
  await heading('12.50 USDC on').waitFor()
})
