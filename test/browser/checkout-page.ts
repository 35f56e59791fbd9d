import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type CheckoutFixture, startCheckoutFixture } from './checkout-fixture.ts'
import { launchChromium, openPage } from './chromium.ts'

/** The test's page, in a browser context of its own, and its fixture. */
export type CheckoutPage = { fixture: CheckoutFixture; context: BrowserContext; page: Page }

/**
 * Gives each test of a file a fresh page in a fresh browser context, and a fixture with a new session. The page must not
 * complain meanwhile, unless it may.
 */
export function eachWithCheckoutPage(
  use: (opened: CheckoutPage) => void,
  { mayComplain = false, ...options }: BrowserContextOptions & { mayComplain?: boolean },
): void {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    const fixture = await startCheckoutFixture()
    const context = await browser.newContext({
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options,
    })
    const { page, complaints } = await openPage(context, fixture.url)
    use({ fixture, context, page })
    return async () => {
      await context.close()
      await fixture.close()
      if (!mayComplain) expect(complaints).toEqual({ console: [], foreign: [] })
    }
  })
}
