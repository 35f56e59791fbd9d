import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import type { CheckoutFixture } from './checkout-fixture.ts'
import { eachWithCheckoutPage } from './checkout-page.ts'
import { aView, choices } from './checkout-views.ts'
import { countShifts, shiftsOn } from './device-pages.ts'
import { fakeWalletsScript } from './fake-wallets.ts'
import { limitNetwork, slow3g } from './limit-network.ts'

let fixture: CheckoutFixture
let context: BrowserContext
let page: Page

eachWithCheckoutPage(
  (opened) => {
    ;({ fixture, context, page } = opened)
  },
  { viewport: { width: 390, height: 844 }, mayComplain: true },
)

function respond(changes: Partial<CheckoutView>): void {
  fixture.respond(aView(new Date(), changes))
}

const detected = {
  version: 2,
  status: 'detected',
  confirmations: 1,
  received: { base: '48000000000000000', formatted: '0.048' },
} as const satisfies Partial<CheckoutView>

const url = () => `${fixture.url}/checkout/${aView(new Date()).id}`
const headlineIn = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name })

const reported = { hash: `0x${'5c'.repeat(32)}`, url: null }

/** Opens the page of a payment that a wallet has sent, and returns once it follows the session by a stream. */
async function openAndFollow(): Promise<void> {
  respond({ reported })
  await page.goto(url())
  await headlineIn(page, 'Payment sent').waitFor()
  await fixture.streamOpened
}

describe('the page shows a payment although', () => {
  test('its stream was cut, and no other opens', async () => {
    await openAndFollow()
    fixture.responses.stream = 'refused'
    respond(detected)
    fixture.cutStreams()
    await headlineIn(page, 'Payment detected').waitFor()
  })

  test('its stream was cut, and the next one begins with it', async () => {
    await openAndFollow()
    respond(detected)
    fixture.cutStreams()
    await headlineIn(page, 'Payment detected').waitFor()
    expect(await page.locator('.offline').count()).toBe(0)
  })

  test('the device was offline when it arrived', async () => {
    await openAndFollow()
    await context.setOffline(true)
    await page.getByText('You are offline').first().waitFor()
    respond(detected)
    await context.setOffline(false)
    await headlineIn(page, 'Payment detected').waitFor()
  })
})

test('a second tab knows that a wallet has paid in the first', async () => {
  fixture.responses.transactions = async () => {
    return { status: 202, body: aView(new Date(), { version: 2, reported }) }
  }
  await context.addInitScript(fakeWalletsScript([{ name: 'MetaMask' }]))
  await page.goto(url())
  await headlineIn(page, '0.048 ETH').waitFor()
  const second = await context.newPage()
  await second.goto(url())
  await headlineIn(second, '0.048 ETH').waitFor()
  await page.bringToFront()
  await page.getByRole('button', { name: 'with MetaMask' }).click()
  await headlineIn(page, 'Payment sent').waitFor()
  await second.bringToFront()
  await headlineIn(second, 'Payment sent').waitFor()
  expect(await second.locator('.address').count()).toBe(0)
})

test('the back button leads out of the page, and forward into the same payment', async () => {
  await page.goto(`${fixture.url}/thanks`)
  await page.goto(`${fixture.url}/l/k7m2p9x4qd`)
  await headlineIn(page, '0.048 ETH').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Thanks' }).waitFor()
  respond(detected)
  await page.goForward()
  await headlineIn(page, 'Payment detected').waitFor()
  expect(page.url()).toBe(url())
  expect(fixture.requests.filter((each) => each.startsWith('POST'))).toHaveLength(1)
})

test('on a slow connection, the order comes first, each step works, and nothing moves', async () => {
  await context.addInitScript(countShifts)
  await limitNetwork(page, slow3g)
  respond({ choices, assetChosen: false, provisional: true })
  fixture.responses.asset = async () => ({ status: 200, body: aView(new Date(), { version: 2 }) })
  await page.goto(`${fixture.url}/l/k7m2p9x4qd`, { waitUntil: 'commit' })
  await page.locator('.order-title', { hasText: 'Annual subscription' }).waitFor()
  await headlineIn(page, 'Choose how to pay').waitFor()
  expect(await shiftsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'ETH on Base' }).click()
  await headlineIn(page, '0.048 ETH').waitFor()
  await page.locator('.address').waitFor()
})
