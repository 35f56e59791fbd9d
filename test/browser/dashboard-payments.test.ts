import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { buildPagesIfChanged } from '../../infra/build/build-pages.ts'
import { launchChromium } from './chromium.ts'
import { type DashboardFixture, ok, rejected, startDashboardFixture } from './dashboard-fixture.ts'
import { signedIn, visit } from './dashboard-visits.ts'
import { accepted, underpaid } from './payment-record-screens.ts'
import { aListedPayment } from './payment-screens.ts'

let browser: Browser
let fixture: DashboardFixture
let page: Page

beforeAll(async () => {
  await buildPagesIfChanged()
  browser = await launchChromium()
  fixture = await startDashboardFixture()
})
afterAll(async () => {
  await browser?.close()
  await fixture?.close()
})
beforeEach(async () => {
  fixture.replies.clear()
  fixture.calls.length = 0
  fixture.replies.set('list-networks', ok({ networks: [] }))
  fixture.replies.set('show-dashboard', visit(signedIn)['show-dashboard'])
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  page = await context.newPage()
})

const paymentPath = `/dashboard/live/payments/${underpaid.id}`

test('who decides second is shown that somebody was first, and how the payment is now', async () => {
  fixture.replies.set('show-payment', ok(underpaid))
  const message = `Session ${underpaid.id} is already paid, so there is nothing to accept.`
  fixture.replies.set('accept-payment', () => {
    fixture.replies.set('show-payment', ok(accepted))
    return rejected(409, 'state_changed', message)
  })
  await page.goto(fixture.url + paymentPath)
  await page.getByLabel('Note for the audit log').fill('Close enough')
  await page.getByRole('button', { name: 'Accept as paid' }).click()
  await page.getByText(message).waitFor()
  await page.getByText('“The exchange kept its fee”').waitFor()
  await page.getByRole('button', { name: 'Accept as paid' }).waitFor({ state: 'detached' })
})

test('who dismisses what was accepted meanwhile reads that it was', async () => {
  fixture.replies.set('show-payment', ok(underpaid))
  fixture.replies.set('dismiss-session', () => {
    fixture.replies.set('show-payment', ok(accepted))
    return ok({ ...accepted, changed: false })
  })
  await page.goto(fixture.url + paymentPath)
  await page.getByLabel('Note for the audit log').fill('Not ours')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Somebody decided about this payment before you').waitFor()
  await page.getByText('“The exchange kept its fee”').waitFor()
})

test('a refund is sent only with an amount, a proof and a note, and says what the service refuses', async () => {
  fixture.replies.set('show-payment', ok(underpaid))
  const refusal = 'This transaction did not pay 1.5 USDC. It paid 2 USDC.'
  const body = {
    error: {
      type: 'invalid_request',
      code: 'parameter_invalid',
      message: refusal,
      param: 'amount',
    },
  }
  fixture.replies.set('record-refund', { status: 400, body })
  await page.goto(fixture.url + paymentPath)
  await page.getByRole('button', { name: 'Record refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record refund' })
  const submit = dialog.getByRole('button', { name: 'Record refund' })
  const fields = { amount: dialog.getByLabel('Amount'), hash: dialog.getByLabel('Transaction') }
  for (const amount of ['', '0', '-1', '1e9', '=1+1', 'all of it']) {
    await fields.amount.fill(amount)
    await submit.click()
    await dialog.getByText('Enter the amount as a number above zero').waitFor()
  }
  await fields.amount.fill('1.5')
  await fields.hash.fill('0x12')
  await submit.click()
  await dialog.getByText('Enter the hash of the transaction').waitFor()
  await fields.hash.fill(`0x${'ab'.repeat(32)}`)
  await submit.click()
  await dialog.getByText('Say why').waitFor()
  expect(fixture.calls.filter(({ name }) => name === 'record-refund')).toEqual([])
  await dialog.getByLabel('Note for the audit log').fill('<b>Returned</b>')
  await submit.click()
  await dialog.getByText(refusal).waitFor()
})

test('exports what the filters show, in pages, with cells that no spreadsheet runs', async () => {
  fixture.replies.set('list-payments', ok({ payments: [], nextCursor: null }))
  const exported = { address: '0x1', txHash: null, unitPriceUsd: '1', closedAt: null }
  const given = [
    { ...aListedPayment({ status: 'paid' }), ...exported, metadata: { note: '=HYPERLINK("x")' } },
    {
      ...aListedPayment({ status: 'paid', email: '@SUM(A1)' }),
      ...exported,
      metadata: { ö: 'a,"b"\nc' },
    },
  ]
  const asked = z.object({ after: z.string().optional(), statuses: z.array(z.string()) })
  fixture.replies.set('export-payments', (input) => {
    const { after, statuses } = asked.parse(input)
    expect(statuses).toEqual(['paid'])
    const isFirst = after === undefined
    return ok({
      payments: given.slice(isFirst ? 0 : 1, isFirst ? 1 : 2),
      nextCursor: isFirst ? 'c' : null,
    })
  })
  await page.goto(`${fixture.url}/dashboard/live/payments?status=paid`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^payments-live-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByText('2 payments exported').waitFor()
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toMatch(/^\uFEFFid,status,.*,metadata\.note,metadata\.ö\n/)
  expect(csv).toContain(`,"'=HYPERLINK(""x"")",\n`)
  expect(csv).toContain(`,'@SUM(A1),`)
  expect(csv).toMatch(/,,"a,""b""\nc"\n$/)
})

const count = 100_000
/** More than the page asks for, so that the page does most of the work. */
const perPage = 2_500

test('a list of 100,000 payments scrolls and filters without a long wait of the page', {
  timeout: 300_000,
}, async () => {
  const asked = z.object({
    after: z.string().optional(),
    statuses: z.array(z.string()).default([]),
  })
  const one = aListedPayment({ status: 'paid', email: 'ada@example.com' })
  fixture.replies.set('list-payments', (input) => {
    const { after = String(count), statuses } = asked.parse(input)
    const rest = statuses.length > 0 ? Math.min(Number(after), 40) : Number(after)
    const payments = Array.from({ length: Math.min(perPage, rest) }, (_, index) => ({
      ...{ ...one, id: `cs_${rest - index}`, reference: String(rest - index) },
    }))
    const left = rest - payments.length
    return ok({ payments, nextCursor: left > 0 ? String(left) : null })
  })
  await page.goto(`${fixture.url}/dashboard/live/payments`)
  await page.getByText('2,500 payments shown').waitFor()
  await page.evaluate(watchTasks)
  await page.evaluate(scrollToEnd)
  await page.getByText('100,000 payments shown').waitFor({ timeout: 240_000 })
  const drawn = await page.locator('tr[data-index]').count()
  expect(drawn).toBeLessThan(200)
  await page.getByLabel('Status').selectOption('failed')
  await page.getByText('40 payments shown').waitFor()
  const longest = z.number().parse(await page.evaluate('Math.max(0, ...window.longTasks)'))
  expect(longest).toBeLessThan(300)
})

const watchTasks = `
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration)
  }).observe({ type: 'longtask' })
`

/** Scrolls on as rows are added; the page's own observer loads them. */
const scrollToEnd = `
  window.scrolling = setInterval(() => window.scrollTo(0, document.body.scrollHeight), 10)
`
