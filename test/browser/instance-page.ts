import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type RunningInstance, startInstance } from '../instance.ts'
import { type Merchant, merchant } from '../journeys/merchant.ts'
import { launchChromium, openPage } from './chromium.ts'

/** Of a file: a running instance, a shop that calls its API in test mode, and a browser. */
export type InstanceBrowser = { instance: RunningInstance; shop: Merchant; browser: Browser }

/** Of the test that runs: a page in a browser context of its own. */
export type InstancePage = InstanceBrowser & { context: BrowserContext; page: Page }

/** Starts an instance and a browser before the tests of a file, and stops both after them. */
export function withInstance(
  env: Record<string, string>,
  use: (started: InstanceBrowser) => Promise<void> | void,
): void {
  let instance: RunningInstance
  let browser: Browser
  beforeAll(async () => {
    instance = await startInstance({ env })
    browser = await launchChromium()
    const shop = merchant(instance.baseUrl, instance.instance.apiKeys.test)
    await use({ instance, shop, browser })
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), instance?.stop()])
  })
}

/** Gives each test of a file a fresh page of a desktop, which must not complain, beside the file's instance. */
export function eachWithInstancePage(
  env: Record<string, string>,
  use: (opened: InstancePage) => Promise<void> | void,
): void {
  let started: InstanceBrowser
  withInstance(env, (each) => {
    started = each
  })
  beforeEach(async () => {
    const viewport = { width: 1280, height: 900 }
    const context = await started.browser.newContext({ locale: 'en-US', viewport })
    const { page, complaints } = await openPage(context, started.instance.baseUrl)
    await use({ ...started, context, page })
    return async () => {
      await context.close()
      expect(complaints).toEqual({ console: [], foreign: [] })
    }
  })
}
