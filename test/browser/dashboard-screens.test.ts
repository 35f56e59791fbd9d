import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPagesIfChanged } from '../../infra/build/build-pages.ts'
import { screenshotsFolder } from '../config.ts'
import { violationsOn } from './axe.ts'
import { launchChromium } from './chromium.ts'
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts'
import { screens } from './dashboard-screens.ts'
import type { Screen } from './dashboard-visits.ts'
import { saveScreenshot } from './device-pages.ts'

const devices = {
  360: { isMobile: true, hasTouch: true, viewport: { width: 360, height: 760 } },
  1280: { viewport: { width: 1280, height: 800 } },
} as const satisfies Record<number, BrowserContextOptions>

let browser: Browser
let fixture: DashboardFixture
let pages: Page[]

beforeAll(async () => {
  await buildPagesIfChanged()
  browser = await launchChromium()
  fixture = await startDashboardFixture()
  pages = await Promise.all(
    Object.values(devices).map(async (device) => {
      const options = { bypassCSP: true, locale: 'en-US', reducedMotion: 'reduce' } as const
      const context = await browser.newContext({ ...device, ...options })
      return context.newPage()
    }),
  )
})
afterAll(async () => {
  await browser?.close()
  await fixture?.close()
})

test.each(Object.entries(screens))('%s', async (name, screen) => {
  fixture.replies.clear()
  for (const [operation, reply] of Object.entries(screen.replies)) {
    fixture.replies.set(operation, reply)
  }
  const flaws: string[] = []
  for (const page of pages) {
    await show(page, screen)
    const width = page.viewportSize()?.width
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const found = [...(await violationsOn(page)), ...(await sideways(page))]
      flaws.push(...found.map((flaw) => `${width} ${colorScheme}: ${flaw}`))
      if (screenshotsFolder) {
        await saveScreenshot(page, join(screenshotsFolder, `${name}-${width}-${colorScheme}.png`))
      }
    }
  }
  expect(flaws).toEqual([])
})

async function show(page: Page, { path, fields = {}, clicks = [], shows }: Screen): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${fixture.url}/dashboard${path}`)
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  for (const button of clicks) {
    await page.getByRole('button', { name: button, exact: true }).first().click()
  }
  for (const words of shows) await page.getByText(words).first().waitFor()
}

/** The page itself never scrolls sideways; wide tables and code do, in their own frame. */
async function sideways(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(overflow)
  return Array.isArray(found) ? found.map(String) : ['the page could not be read']
}

/**
 * What is wider than the window. A phone's browser widens the window to hold what is too wide, so `innerWidth` says
 * nothing; and nothing may reach over the edge unless it is in a frame that scrolls, or is hidden.
 */
const overflow = `(() => {
  const root = document.documentElement
  const width = Math.min(root.clientWidth, screen.width)
  const found = root.scrollWidth > width ? [(root.scrollWidth - width) + ' px too wide'] : []
  const isFramed = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return true
    }
    return false
  }
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility() || element.closest('.visually-hidden, svg')) continue
    const { left, right, width: own } = element.getBoundingClientRect()
    const excess = Math.max(right - width, -left)
    if (own === 0 || excess < 0.5 || isFramed(element)) continue
    const name = element.tagName.toLowerCase() + (element.className && '.' + element.className)
    found.push(name + ' reaches ' + Math.ceil(excess) + ' px over the edge')
  }
  return found.slice(0, 5)
})()`
