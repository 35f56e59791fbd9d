import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOn } from './axe.ts'
import { type CheckoutFixture, startCheckoutFixture } from './checkout-fixture.ts'
import { viewsAt } from './checkout-views.ts'
import { launchChromium } from './chromium.ts'
import {
  type Device,
  openDevicePages,
  saveScreenshot,
  shiftsOn,
  twoFrames,
} from './device-pages.ts'
import { fakeWalletsScript } from './fake-wallets.ts'
import { findFlaws } from './find-flaws.ts'

const screens: Record<string, { headline: string; shows: string[] }> = {
  pending: {
    headline: '0.048 ETH',
    shows: ['Send only on Base', 'left', 'I have paid', 'Cancel'],
  },
  token: { headline: '120.00 USDC', shows: ['Test payment', 'Local test chain'] },
  details: { headline: 'Your details', shows: ['Email', 'More details (optional)', 'Continue'] },
  coin: { headline: 'Choose how to pay', shows: ['ETH on Base', 'USDT on Ethereum'] },
  providers: {
    headline: 'Choose how to pay',
    shows: ['MoonPay', 'card or bank transfer · sandbox', 'Ramp Network', 'beta', 'CoinGate'],
  },
  provider: {
    headline: 'Waiting for MoonPay',
    shows: ['pay only once', 'Pay another way', 'Open MoonPay again', 'Provider'],
  },
  provider_late: {
    headline: 'Waiting for MoonPay',
    shows: ['can still confirm a payment until', 'Get a new price'],
  },
  provider_paid: { headline: 'Paid', shows: ['Provider', 'MoonPay', 'Print'] },
  changeable: { headline: '0.048 ETH', shows: ['Pay with another coin', 'Cancel'] },
  time_up: { headline: 'Time is up', shows: ['do not send anything now'] },
  detected: {
    headline: 'Payment detected',
    shows: ['Confirmation 1 of 3', 'About 40 seconds left on Base'],
  },
  detected_partial: {
    headline: 'Payment detected',
    shows: ['0.02 ETH of 0.048 ETH', 'Pay the remaining 0.028 ETH'],
  },
  final_check: { headline: 'Payment detected', shows: ['Final check'] },
  vanished: { headline: 'Payment detected', shows: ['has taken the transaction back'] },
  sent: { headline: 'Payment sent', shows: ['when Base has included it'] },
  idle: { headline: 'Start again', shows: ['Nothing was charged'] },
  paid: { headline: 'Paid', shows: ['0.048 ETH', 'Annual subscription', 'Print'] },
  paid_late: { headline: 'Paid', shows: ['after the time limit', 'counts'] },
  overpaid: {
    headline: 'You paid more than needed',
    shows: ['0.002 ETH', 'Contact Ana’s Books'],
  },
  underpaid: { headline: 'Payment incomplete', shows: ['missing 0.008 ETH', '0x'] },
  top_up: { headline: 'Payment detected', shows: ['remaining payment has arrived'] },
  underpaid_closed: {
    headline: 'Payment incomplete',
    shows: ['do not pay again', 'Back to Ana’s Books'],
  },
  expired: { headline: 'This price has expired', shows: ['Get a new price', 'accepted until'] },
  expired_arriving: {
    headline: 'Payment detected',
    shows: ['after the time limit and is being confirmed'],
  },
  expired_short: {
    headline: 'Payment incomplete',
    shows: ['0.04 ETH of 0.048 ETH arrived', 'Pay the remaining 0.008 ETH'],
  },
  expired_closed: {
    headline: 'This price has expired',
    shows: ['where you got this payment page'],
  },
  failed: { headline: 'Payment failed', shows: ['cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y'] },
}

let browser: Browser
let fixture: CheckoutFixture
let pages: Map<Device, Page>

beforeAll(async () => {
  browser = await launchChromium()
  fixture = await startCheckoutFixture()
  pages = await openDevicePages(browser)
})
afterAll(async () => {
  await browser?.close()
  await fixture?.close()
})

test('the list of screens is complete', () => {
  expect(Object.keys(screens)).toEqual(Object.keys(viewsAt(new Date())))
})

test.each(Object.entries(screens))('%s', async (name, { headline, shows }) => {
  for (const [device, page] of pages) {
    await openOnceSkeletonIsShown(page, name)
    await page.getByRole('heading', { level: 1, name: headline }).waitFor()
    const shown = ((await page.locator('body').textContent()) ?? '').replaceAll('\u00a0', ' ')
    for (const words of shows) expect(shown).toContain(words)
    expect([device, await shiftsOn(page)]).toEqual([device, []])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const flaws = [
        ...(await findFlaws(page)),
        ...(device === 390 ? await violationsOn(page) : []),
      ]
      expect([device, colorScheme, flaws]).toEqual([device, colorScheme, []])
      await saveScreenshot(page, `${name}-${device}-${colorScheme}`)
    }
  }
})

test.each([
  ['announced', fakeWalletsScript([{ name: 'MetaMask' }, { name: 'Other' }])],
  ['injected', 'window.ethereum = { isMetaMask: true, request: async () => [] }'],
])(
  'a wallet that is %s has its button from the start, so that nothing moves',
  async (_, script) => {
    const page = await pages.get(390)?.context().newPage()
    if (!page) throw new Error('there is such a device')
    await page.addInitScript(script)
    await openOnceSkeletonIsShown(page, 'pending')
    await page.getByRole('button', { name: 'with MetaMask' }).waitFor()
    expect(await shiftsOn(page)).toEqual([])
    await page.close()
  },
)

test('in forced colors, controls keep their edges, and the QR code its black on white', async () => {
  const page = await pages.get(1280)?.context().newPage()
  if (!page) throw new Error('there is such a device')
  await page.emulateMedia({ forcedColors: 'active' })
  await openOnceSkeletonIsShown(page, 'changeable')
  await page.locator('.qr .dark').waitFor()
  expect(await page.evaluate(forcedColors)).toEqual({
    withoutEdge: [],
    light: 'rgb(255, 255, 255)',
    dark: 'rgb(0, 0, 0)',
  })
  await page.close()
})

const forcedColors = `(() => {
  const styleOf = (selector) => getComputedStyle(document.querySelector(selector))
  const controls = [...document.querySelectorAll('.button, .copy-field .row')]
  const isSeen = ({ borderTopColor, borderTopStyle }) =>
    borderTopStyle === 'solid' && !['rgba(0, 0, 0, 0)', styleOf('html').backgroundColor].includes(borderTopColor)
  return {
    withoutEdge: controls.filter((each) => !isSeen(getComputedStyle(each))).map((each) => each.outerHTML),
    light: styleOf('.qr .light').fill,
    dark: styleOf('.qr .dark').fill,
  }
})()`

/** The session arrives after the skeleton was painted, as on a slow connection: what moves then is counted. */
async function openOnceSkeletonIsShown(page: Page, name: string): Promise<void> {
  const view = viewsAt(new Date())[name]
  if (!view) throw new Error(`there is a view ${name}`)
  fixture.respond(view)
  const delay = async (route: { continue: () => Promise<void> }) => {
    await page.locator('.loading').waitFor()
    await twoFrames(page)
    await route.continue()
  }
  await page.route('**/api/checkout/sessions/*', delay, { times: 1 })
  await page.goto(`${fixture.url}/checkout/${view.id}`)
}
