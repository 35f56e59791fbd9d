import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { type CheckoutFixture, errorBody } from './checkout-fixture.ts'
import { eachWithCheckoutPage } from './checkout-page.ts'
import { aView, viewsAt } from './checkout-views.ts'

let fixture: CheckoutFixture
let page: Page

eachWithCheckoutPage(
  (opened) => {
    ;({ fixture, page } = opened)
  },
  {
    viewport: { width: 320, height: 640 },
    permissions: ['clipboard-read', 'clipboard-write'],
  },
)

function push(changes: Partial<CheckoutView>): void {
  const { body } = fixture.responses.session
  if (!('version' in body)) throw new Error('there is a session to change')
  fixture.respond({
    ...body,
    version: body.version + 1,
    serverNow: new Date().toISOString(),
    ...changes,
  })
  fixture.push()
}

async function openSession(view = aView(new Date())): Promise<void> {
  fixture.respond(view)
  await page.goto(`${fixture.url}/checkout/${view.id}`)
}

async function secondsLeft(): Promise<number> {
  const timer = await page.getByRole('timer').textContent()
  const [, minutes, seconds] = /(\d+):(\d+) left/.exec(timer ?? '') ?? []
  return Number(minutes) * 60 + Number(seconds)
}

const firstOf = async (elements: Locator) => (await elements.allTextContents())[0]

const headline = (text: string) => page.getByRole('heading', { level: 1, name: text })

describe('what can’t be shown says why', () => {
  test.each([
    [404, 'resource_not_found', 'Payment not found'],
    [410, 'link_gone', 'This link is not active'],
    [503, 'intake_stopped', 'No payments at the moment'],
    [429, 'rate_limit_exceeded', 'Too many attempts'],
    [503, 'price_unavailable', 'No reliable price right now'],
    [500, 'internal_error', 'We could not load your payment'],
  ])('%d %s', async (status, code, text) => {
    fixture.responses.session = { status, body: errorBody(code) }
    await page.goto(`${fixture.url}/l/k7m2p9x4qd`)
    await headline(text).waitFor()
  })
})

describe('a link', () => {
  const posts = () => fixture.requests.filter((request) => request.startsWith('POST'))

  test('creates one session, and a reload returns to it', async () => {
    await page.goto(`${fixture.url}/l/k7m2p9x4qd`)
    await headline('0.048 ETH').waitFor()
    expect(new URL(page.url()).pathname).toBe('/checkout/cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y')
    await page.reload()
    await headline('0.048 ETH').waitFor()
    expect(posts()).toEqual(['POST /api/checkout/links/k7m2p9x4qd/sessions'])
  })

  test.each(['price_unavailable', 'intake_stopped'])('can be retried after %s', async (code) => {
    fixture.responses.session = { status: 503, body: errorBody(code) }
    await page.goto(`${fixture.url}/l/k7m2p9x4qd`)
    await page.getByText('Annual subscription').waitFor()
    fixture.respond(aView(new Date()))
    await page.getByRole('button', { name: 'Try again' }).click()
    await headline('0.048 ETH').waitFor()
    expect(posts()).toHaveLength(2)
  })
})

describe('paying', () => {
  test('the exact amount and the full address are copied unchanged', async () => {
    await openSession()
    await page.getByRole('button', { name: 'Copy Exact amount' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('0.048')
    await page.getByRole('button', { name: 'Copy Address on Base' }).click()
    const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(address)
    await expect.poll(() => page.locator('.address').textContent()).toBe(address)
    await page.getByRole('img', { name: 'QR code of the payment address' }).waitFor()
  })

  test('the countdown runs down to "time is up"', async () => {
    await page.clock.install()
    const now = new Date()
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    await openSession(aView(now, { expiresAt: later(600).toISOString() }))
    // The clock runs on while the page opens, however long that takes: while it is paused, nothing is drawn.
    await page.getByRole('timer').waitFor()
    await page.clock.pauseAt(later(570))
    const before = await secondsLeft()
    await page.clock.runFor(10_000)
    expect(before - (await secondsLeft())).toBe(10)
    // The page counts from when it received the session, so a slow one has some more left.
    await page.clock.runFor((before - 9) * 1000)
    await headline('Time is up').waitFor()
  })

  test('"I have paid" sends one request and is disabled for ten seconds', async () => {
    await page.clock.install()
    await openSession()
    await page.getByRole('button', { name: 'I have paid' }).click()
    await page.getByText('No payment on the blockchain yet', { exact: false }).last().waitFor()
    await page.getByRole('button', { name: 'Checking the blockchain' }).click({ force: true })
    await page.clock.runFor(11_000)
    await page.getByRole('button', { name: 'I have paid' }).waitFor()
    expect(fixture.requests.filter((request) => request.endsWith('/check'))).toHaveLength(1)
  })

  test('a change updates the page, notifies screen readers and moves the focus', async () => {
    await openSession()
    await headline('0.048 ETH').waitFor()
    push({
      status: 'detected',
      confirmations: 1,
      received: { base: '48000000000000000', formatted: '0.048' },
    })
    await headline('Payment detected').waitFor()
    await expect.poll(() => page.title()).toBe('(1/3) Payment detected')
    await expect
      .poll(() => page.getByRole('status').last().textContent())
      .toContain('Confirmation 1 of 3')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    push({ confirmations: 2 })
    await page.getByText('Confirmation 2 of 3').first().waitFor()
    push({ confirmations: 3, confirmedAbout: null })
    await page.locator('.confirming', { hasText: /^Final check$/ }).waitFor()
    await expect.poll(() => page.title()).toBe('Final check · Payment')
  })

  const reported = { hash: `0x${'5c'.repeat(32)}`, url: null }

  test('a payment that a wallet has sent is followed by a stream, and what comes then is not', async () => {
    await openSession(aView(new Date(), { reported }))
    await headline('Payment sent').waitFor()
    await fixture.streamOpened
    push({ status: 'detected' })
    await headline('Payment detected').waitFor()
    push({ confirmations: 2 })
    await page.getByText('Confirmation 2 of 3').first().waitFor()
    expect(fixture.requests.filter((request) => request.endsWith('/stream'))).toHaveLength(1)
  })

  test.each(['refused', 'missing', 'hangs'] as const)(
    'the page polls if the stream is %s',
    async (stream) => {
      fixture.responses.stream = stream
      await page.clock.install()
      await openSession(aView(new Date(), { reported }))
      await headline('Payment sent').waitFor()
      fixture.respond(aView(new Date(), { version: 2, status: 'detected' }))
      await page.clock.runFor(10_000)
      await headline('Payment detected').waitFor()
    },
  )

  test('the page says that the service is unreachable, and keeps its screen', async () => {
    fixture.responses.stream = 'refused'
    await page.clock.install()
    await openSession()
    await headline('0.048 ETH').waitFor()
    fixture.responses.session = { status: 500, body: errorBody('internal_error') }
    await page.clock.runFor(10_000)
    await page.locator('.offline').waitFor()
    await headline('0.048 ETH').waitFor()
    expect(await firstOf(page.locator('.sheet > *'))).toContain('Reconnecting')
    const before = await secondsLeft()
    await page.clock.runFor(20_000)
    expect(before - (await secondsLeft())).toBe(20)
    fixture.respond(aView(new Date()))
    await page.clock.runFor(5_000)
    await page.locator('.offline').waitFor({ state: 'detached' })
  })
})

describe('after paying', () => {
  const paid = () => {
    const { id: _, version: __, ...changes } = viewsAt(new Date())['paid'] ?? aView(new Date())
    return { ...changes, successUrl: `${fixture.url}/thanks` }
  }
  const payNow = async () => {
    await page.clock.install()
    await openSession()
    await headline('0.048 ETH').waitFor()
    push(paid())
  }

  test('the customer is redirected after five seconds, and not again after coming back', async () => {
    await payNow()
    await page.getByText('Continuing in 5 seconds').waitFor()
    await page.clock.runFor(6_000)
    await page.waitForURL('**/thanks')
    await page.goBack()
    await headline('Paid').waitFor()
    await page.clock.runFor(10_000)
    await page.getByRole('button', { name: 'Print' }).waitFor()
  })
})
