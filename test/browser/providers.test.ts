import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import {
  type ProviderName,
  providerFacts,
  providerNames,
} from '../../shared/records/integrations/rules/provider-name.ts'
import type { RunningInstance } from '../instance.ts'
import type { Merchant } from '../journeys/merchant.ts'
import { violationsOn } from './axe.ts'
import { type Complaints, openPage } from './chromium.ts'
import { saveScreenshot } from './device-pages.ts'
import { findFlaws } from './find-flaws.ts'
import { withInstance } from './instance-page.ts'

let instance: RunningInstance
let shop: Merchant
let browser: Browser
let context: BrowserContext

withInstance({ SCHEDULE_SECONDS: '5' }, (started) => {
  ;({ instance, shop, browser } = started)
})
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 1000 } })
})
afterEach(() => context.close())

const heading = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name })
const row = (tab: Page, provider: ProviderName) =>
  tab.locator('.coin', { hasText: providerFacts[provider].title })

async function integrations(...words: string[]): Promise<void> {
  const connect = () => operatorFunctions({ dataDir: instance.dataDir, functionPrefix: undefined })
  await operate(connect, ['integrations', ...words, '--mode', 'test'])
}

/** Opens a new link as a customer, up to the choice of how to pay. */
async function reachChoice(): Promise<{ tab: Page; complaints: Complaints }> {
  const link = await shop.createLink('25.00')
  const { page: tab, complaints } = await openPage(context, instance.baseUrl)
  await tab.goto(link.checkoutUrl)
  await tab.getByLabel('Email').fill('ada@example.com')
  await tab.getByRole('button', { name: 'Continue' }).click()
  await heading(tab, 'Choose how to pay').waitFor()
  return { tab, complaints }
}

/** The provider's page, in its frame or by itself. */
async function atProvider(tab: Page, provider: ProviderName): Promise<FrameLocator | Page> {
  await row(tab, provider).click()
  const { kind, title } = providerFacts[provider]
  if (kind === 'gateway') {
    await heading(tab, `Stand-in for ${provider}`).waitFor()
    return tab
  }
  await heading(tab, `Pay with ${title}`).waitFor()
  const frame = tab.frameLocator('iframe')
  await frame.getByText('You pay 25.00').waitFor()
  return frame
}

const act = (shown: FrameLocator | Page, name: string) =>
  shown.getByRole('button', { name, exact: true }).click()

const statusOf = async (tab: Page) => {
  const [id] = /cs_[0-9A-Z]+/.exec(tab.url()) ?? ['']
  return (await shop.getSession(id)).status
}

test('a new instance offers one provider in a frame and one by redirect, and all can be tried', async () => {
  const { tab } = await reachChoice()
  expect(await tab.locator('.coin', { hasText: 'sandbox' }).count()).toBe(2)
  await row(tab, 'moonpay').waitFor()
  await row(tab, 'coingate').waitFor()
  for (const provider of providerNames) {
    await integrations('verify', '--provider', provider)
    await integrations('enable', '--provider', provider)
  }
})

describe.each(providerNames)('%s', (provider) => {
  test('is paid, and the page shows it', async () => {
    const { tab, complaints } = await reachChoice()
    await act(await atProvider(tab, provider), 'Pay')
    await heading(tab, 'Paid').waitFor()
    await tab.getByText(providerFacts[provider].title).waitFor()
    expect(await statusOf(tab)).toBe('paid')
    expect(complaints.console).toEqual([])
  })
})

describe('the page of a frame', () => {
  test('lets its provider use what it needs, and nobody else anything', async () => {
    const { tab } = await reachChoice()
    expect(await allowed(tab)).toEqual([])
    await atProvider(tab, 'transak')
    const provider = tab.frames().at(-1)
    expect(provider && (await allowed(provider))).toEqual(['camera', 'microphone', 'payment'])
    const stranger = tab.waitForEvent('console', (message) => message.text().includes('frame-src'))
    await tab.evaluate(`document.querySelector('iframe').src = 'http://127.0.0.1:9/'`)
    await stranger
  })

  test.each([360, 1280])('is accessible at %d pixels, in light and dark', async (width) => {
    const { tab } = await reachChoice()
    await atProvider(tab, 'moonpay')
    await tab.setViewportSize({ width, height: 1000 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme })
      expect([...(await findFlaws(tab)), ...(await violationsOn(tab))]).toEqual([])
      await saveScreenshot(tab, `provider-frame-${width}-${colorScheme}`)
    }
  })

  test('leads back to coins, on every device', async () => {
    const { tab } = await reachChoice()
    await atProvider(tab, 'moonpay')
    const other = await context.newPage()
    await other.goto(tab.url())
    await heading(other, 'Pay with MoonPay').waitFor()
    await tab.getByRole('link', { name: 'Pay another way' }).click()
    await heading(tab, 'Choose how to pay').waitFor()
    await tab.locator('.coin', { hasText: 'USDC' }).click()
    await tab.locator('.address').waitFor()
    await heading(other, '25.00 USDC').waitFor({ timeout: 30_000 })
    await tab.reload()
    await tab.locator('.address').waitFor()
    expect(await statusOf(tab)).toBe('pending')
  })
})

test('a customer who returns before the callback sees that it is awaited, then that it is paid', async () => {
  const { tab } = await reachChoice()
  await act(await atProvider(tab, 'coingate'), 'Pay, and lose the callback')
  await heading(tab, 'Waiting for CoinGate').waitFor()
  await tab.reload()
  await heading(tab, 'Waiting for CoinGate').waitFor()
  await tab.getByRole('button', { name: 'Pay another way' }).click()
  await heading(tab, 'Choose how to pay').waitFor()
  await act(await atProvider(tab, 'moonpay'), 'Pay')
  await heading(tab, 'Paid').waitFor()
})

test.each(['Pay one cent too little', 'Pay in another currency', 'Let the payment fail'])(
  '“%s” pays nothing',
  async (action) => {
    const { tab } = await reachChoice()
    await act(await atProvider(tab, 'ramp'), action)
    await heading(tab, 'Waiting for Ramp Network').waitFor()
    expect(await statusOf(tab)).toBe('pending')
  },
)

test('a provider that was disabled meanwhile is refused in words', async () => {
  const { tab } = await reachChoice()
  await row(tab, 'banxa').waitFor()
  await integrations('disable', '--provider', 'banxa')
  await row(tab, 'banxa').click()
  await tab.getByText('Banxa could not be opened').waitFor()
  await integrations('enable', '--provider', 'banxa')
})

/** The restricted features that a document may use. */
function allowed(page: { evaluate: (script: string) => Promise<unknown> }): Promise<unknown> {
  return page.evaluate(
    `['camera', 'geolocation', 'microphone', 'payment', 'usb'].filter((name) => document.featurePolicy.allowsFeature(name))`,
  )
}
