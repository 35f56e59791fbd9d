import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { type HttpService, listen } from '../../infra/local/http-service.ts'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { en } from '../../static-checkout/src/texts/en.ts'
import ar from '../../static-checkout/src/texts/languages/ar.json' with { type: 'json' }
import de from '../../static-checkout/src/texts/languages/de.json' with { type: 'json' }
import ja from '../../static-checkout/src/texts/languages/ja.json' with { type: 'json' }
import { payEn } from '../../static-checkout/src/texts/pay/en.ts'
import { codeBlocks } from '../docs/code-blocks.ts'
import type { RunningInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import { merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { type Complaints, openPage } from './chromium.ts'
import { withInstance } from './instance-page.ts'
import { tabTo } from './keyboard.ts'
import { installNodeWallet } from './node-wallet.ts'

let instance: RunningInstance
let browser: Browser
let context: BrowserContext
/** Two sites with the same page; only the first may frame. */
let shop: HttpService
let stranger: HttpService
let page: string

const env = {
  CONFIRMATIONS: '1',
  BLOCK_TIME_SECONDS: '1',
  RECHECK_DELAY_SECONDS: '1',
  FAILED_AFTER_SECONDS: '2',
}
withInstance(env, async (started) => {
  ;({ instance, browser } = started)
  ;[shop, stranger] = await Promise.all([serveSite(), serveSite()])
  await set(`embedOrigins=${originOf(shop)}`, "businessName=Ana's Books")
})
afterAll(async () => {
  await Promise.all([shop?.close(), stranger?.close()])
})
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 420, height: 820 } })
})
afterEach(() => context.close())

function set(...values: string[]) {
  const connect = () => operatorFunctions({ dataDir: instance.dataDir, functionPrefix: undefined })
  return operate(connect, ['settings', 'set', '--mode', 'test', ...values])
}

function serveSite(): Promise<HttpService> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(request.url === '/' ? page : '<h1>Thanks</h1>')
  })
  return listen(server, 0)
}

const originOf = ({ port }: HttpService) => `http://localhost:${port}`

const place = () => localTarget(instance)

async function aSession() {
  const { baseUrl, apiKeys } = place()
  return merchant(baseUrl, apiKeys.test).createSession({
    amount: { value: '12.00', currency: 'USD' },
    customerEmail: 'ada@example.com',
    chainId: 31337,
    asset: 'ETH',
  })
}

/** The guide's snippet for a session. */
async function framing(sessionId: string): Promise<string> {
  const blocks = await codeBlocks(join(repositoryRoot, 'docs/embed.md'))
  const snippet = blocks.find(({ code }) => code.includes('<iframe'))?.code ?? ''
  expect(snippet).toContain('SESSION_ID')
  return snippet
    .replaceAll('http://localhost:4400', place().baseUrl)
    .replace('SESSION_ID', sessionId)
}

/** The whole page is in the frame, with the QR code, and nothing has to be scrolled to. */
const isWhole =
  'document.querySelector(".scan-box") !== null && document.documentElement.scrollHeight === innerHeight'

test('a shop shows the page in a frame, and is notified when it is paid', async () => {
  const session = await aSession()
  const recorder =
    '<script>self.messages = []; addEventListener("message", (event) => messages.push(event.data))</script>'
  page = `<!doctype html><title>Shop</title>${recorder}${await framing(session.id)}`
  const site = await context.newPage()
  await site.goto(originOf(shop))
  const frame = site.frameLocator('iframe')
  await frame.getByText(session.address).waitFor()
  const statuses = 'messages.filter(({ type }) => type === "quittance.status")'
  await site.waitForFunction(`${statuses}.length === 1`)
  expect(await site.evaluate(statuses)).toEqual([
    { type: 'quittance.status', sessionId: session.id, status: 'pending' },
  ])
  await expect.poll(() => frame.locator('html').evaluate(isWhole)).toBe(true)
  await pay(place(), session)
  await site.waitForURL(`**/thanks?session=${session.id}`, { timeout: 30_000 })
})

test('another site is refused, and hears nothing', async () => {
  const session = await aSession()
  page = `<!doctype html><title>Stranger</title>${await framing(session.id)}`
  const site = await context.newPage()
  await site.goto(originOf(stranger))
  expect(site.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
})

test('the page without JavaScript shows the address, then the payment', async () => {
  const session = await aSession()
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en-US',
    viewport: { width: 320, height: 800 },
  })
  try {
    const { page: tab, complaints } = await openPage(plain, place().baseUrl)
    await tab.goto(`${place().baseUrl}/checkout/${session.id}`)
    await tab.getByRole('link', { name: 'without JavaScript' }).click()
    await tab.getByText(session.address).waitFor()
    expect(await tab.getByRole('img').boundingBox()).toMatchObject({ width: 192 })
    await pay(place(), session)
    await tab.getByRole('heading', { name: /Payment detected|Paid/ }).waitFor({ timeout: 50_000 })
    expect(complaints).toEqual({ console: [], foreign: [] })
  } finally {
    await plain.close()
  }
})

test('the test wallet leads a payment through its statuses', async () => {
  const session = await aSession()
  const { page: tab, complaints } = await openPage(context, place().baseUrl)
  await tab.goto(`${place().baseUrl}/checkout/${session.id}`)
  await tab.setViewportSize({ width: 320, height: 800 })
  const half = tab.getByRole('button', { name: 'Pay half' })
  await half.waitFor()
  const lines = tab.locator('.local-panel li')
  const heights = await lines.evaluateAll((all) => all.map((each) => each.clientHeight))
  expect(Math.max(...heights), heights.join()).toBeLessThanOrEqual(50)
  await half.click()
  await tab.getByRole('heading', { name: 'Payment incomplete' }).waitFor({ timeout: 40_000 })
  await tab.getByRole('button', { name: 'Pay exactly' }).click()
  await tab.getByRole('heading', { name: 'Paid' }).waitFor({ timeout: 40_000 })
  expect(await merchantSees(session.id)).toMatchObject({ status: 'paid' })
  expect(complaints).toEqual({ console: [], foreign: [] })
})

// It takes 20 blocks of a second, and as long again on a machine that is busy.
test('a payment that a reorg takes back leads to failed', { timeout: 240_000 }, async () => {
  // Enough to take it back before it counts; a payment fails by a confirmed block, too.
  await set('confirmations.31337=20')
  const session = await aSession()
  const { page: tab, complaints } = await openPage(context, place().baseUrl)
  await tab.goto(`${place().baseUrl}/checkout/${session.id}`)
  await tab.getByRole('button', { name: 'Pay exactly' }).click()
  await tab.getByRole('button', { name: 'Take it back' }).click({ timeout: 30_000 })
  await tab.getByRole('heading', { name: 'Payment failed' }).waitFor({ timeout: 150_000 })
  expect(await merchantSees(session.id)).toMatchObject({ status: 'failed' })
  expect(complaints).toEqual({ console: [], foreign: [] })
  await set('confirmations.31337=1')
})

function merchantSees(id: string) {
  const { baseUrl, apiKeys } = place()
  return merchant(baseUrl, apiKeys.test).getSession(id)
}

/** Opens a new link in the browser of someone who reads the language. */
async function visitLink(
  locale: string,
): Promise<{ tab: Page; visitor: BrowserContext; complaints: Complaints }> {
  const { baseUrl, apiKeys } = place()
  const link = await merchant(baseUrl, apiKeys.test).createLink('12.00')
  const visitor = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
  const { page: tab, complaints } = await openPage(visitor, baseUrl)
  await installNodeWallet(visitor, payerOf())
  await tab.goto(link.checkoutUrl)
  return { tab, visitor, complaints }
}

function payerOf() {
  const [payer] = place().payers
  if (!payer) throw new Error('the instance has a chain')
  return payer
}

const idIn = (tab: Page) => new URL(tab.url()).pathname.split('/').at(-1) ?? ''
const heading = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name })
const sideways = 'document.documentElement.scrollWidth > innerWidth'
const paidWithin = { timeout: 40_000 }

describe('from the link to the receipt', () => {
  test.each([
    ['de-AT', 'ltr', { ...de.start, ...de.pay }],
    ['ja-JP', 'ltr', { ...ja.start, ...ja.pay }],
    ['ar', 'rtl', { ...ar.start, ...ar.pay }],
  ] as const)('in %s', async (locale, direction, texts) => {
    const { tab, visitor, complaints } = await visitLink(locale)
    try {
      await heading(tab, texts.details.headline).waitFor()
      await tab.getByLabel(texts.details.fields.email).fill('ada@example.com')
      await tab.getByRole('button', { name: texts.details.continue }).click()
      await heading(tab, texts.coin.headline).waitFor()
      await tab.locator('.coin', { hasText: 'ETH' }).click()
      await tab.locator('.address').waitFor()
      const session = await merchantSees(idIn(tab))
      await expect.poll(() => tab.locator('.address').textContent()).toBe(session.address)
      await expect
        .poll(() => tab.locator('.fields code').first().textContent())
        .toBe(session.amount.formatted)
      expect(await tab.evaluate(sideways)).toBe(false)
      await pay(place(), session)
      await heading(tab, texts.paid.headline).waitFor(paidWithin)
      await tab.reload()
      await heading(tab, texts.paid.headline).waitFor()
      await tab.locator('.receipt').getByText(session.id).waitFor()
      expect(await tab.getAttribute('html', 'dir')).toBe(direction)
      expect(await tab.evaluate(sideways)).toBe(false)
      expect(complaints).toEqual({ console: [], foreign: [] })
    } finally {
      await visitor.close()
    }
  })

  test('by keyboard alone, with a wallet in the browser', async () => {
    const { tab, visitor, complaints } = await visitLink('en-US')
    const press = async (name: string | RegExp) => {
      await tabTo(tab, tab.getByRole('button', { name }).first())
      await tab.keyboard.press('Enter')
    }
    try {
      await heading(tab, en.details.headline).waitFor()
      await tabTo(tab, tab.getByLabel(en.details.fields.email))
      await tab.keyboard.type('ada@example.com')
      await press(en.details.continue)
      await heading(tab, en.coin.headline).waitFor()
      await press(/^ETH on /)
      await heading(tab, 'ETH').waitFor()
      await press(/with Rabby$/)
      await heading(tab, payEn.paid.headline).waitFor(paidWithin)
      await press(payEn.receipt.copyLink)
      expect(await merchantSees(idIn(tab))).toMatchObject({ status: 'paid' })
      expect(complaints).toEqual({ console: [], foreign: [] })
    } finally {
      await visitor.close()
    }
  })
})
