import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { buildPagesIfChanged } from '../../infra/build/build-pages.ts'
import { type Complaints, launchChromium, openPage } from './chromium.ts'
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts'

/** The test's page, in a browser of its own, and a fixture without replies. */
export type DashboardPage = {
  fixture: DashboardFixture
  page: Page
  complaints: Complaints
}

/**
 * Gives each test of a file a fresh page in a fresh browser context, and the fixture that serves it without replies;
 * `prepare` adds to that.
 */
export function eachWithDashboardPage(
  prepare: (opened: DashboardPage) => Promise<void> | void,
  options: BrowserContextOptions = {},
): void {
  let browser: Browser
  let fixture: DashboardFixture
  let context: BrowserContext
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
    context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
    await prepare({ fixture, ...(await openPage(context, fixture.url)) })
  })
  afterEach(async () => {
    await context?.close()
  })
}
