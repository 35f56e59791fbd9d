import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPagesIfChanged } from '../../infra/build/build-pages.ts'
import { violationsOn } from './axe.ts'
import { launchChromium } from './chromium.ts'
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts'
import { screens } from './dashboard-screens.ts'
import type { Screen } from './dashboard-visits.ts'
import { saveScreenshot } from './device-pages.ts'
import { layoutFlaws } from './layout-flaws.ts'

const devices = {
  360: { isMobile: true, hasTouch: true, viewport: { width: 360, height: 760 } },
  1280: { viewport: { width: 1280, height: 800 } },
} as const satisfies Record<number, BrowserContextOptions>

/** Window widths that every language is checked at. */
const widths = [390, 768, 1280, 1600]

let browser: Browser
let fixture: DashboardFixture
let phone: Page
let desktop: Page
let german: Page

beforeAll(async () => {
  await buildPagesIfChanged()
  browser = await launchChromium()
  fixture = await startDashboardFixture()
  const open = async (device: BrowserContextOptions, locale: string) => {
    const options = { bypassCSP: true, locale, reducedMotion: 'reduce' } as const
    const context = await browser.newContext({ ...device, ...options })
    return context.newPage()
  }
  phone = await open(devices[360], 'en-US')
  desktop = await open(devices[1280], 'en-US')
  german = await open(devices[1280], 'de-DE')
})
afterAll(async () => {
  await browser?.close()
  await fixture?.close()
})

test.each(Object.entries<Screen>(screens))('%s', async (name, screen) => {
  fixture.replies.clear()
  for (const [operation, reply] of Object.entries(screen.replies)) {
    if (reply) fixture.replies.set(operation, reply)
  }
  const flaws: string[] = []
  let shown: Shown = { steps: [], elements: 0 }
  for (const page of [phone, desktop]) {
    shown = await show(page, screen)
    const width = page.viewportSize()?.width
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const found = await violationsOn(page)
      flaws.push(...found.map((flaw) => `${width} ${colorScheme}: ${flaw}`))
      await saveScreenshot(page, `${name}-${width}-${colorScheme}`)
    }
    flaws.push(...(await layoutFlaws(page)).map((flaw) => `${width}: ${flaw}`))
  }
  flaws.push(...(await flawsAtWidths(desktop, `${name}-en`)))
  await showAgain(german, screen, shown)
  flaws.push(...(await flawsAtWidths(german, `${name}-de`)))
  expect(flaws).toEqual([])
})

async function flawsAtWidths(page: Page, name: string): Promise<string[]> {
  const flaws: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    flaws.push(...(await layoutFlaws(page)).map((flaw) => `${name}-${width}: ${flaw}`))
    await saveScreenshot(page, `${name}-${width}`)
  }
  await page.setViewportSize(devices[1280].viewport)
  return flaws
}

/** Where something was clicked or filled in, among the elements of its kind, in any language. */
type Step = { tag: string; index: number; value: string | undefined }

/** How a screen was reached, and how many elements it has. */
type Shown = { steps: readonly Step[]; elements: number }

async function show(page: Page, { path, shows, next, ...first }: Screen): Promise<Shown> {
  const steps: Step[] = []
  await page.goto('about:blank')
  await page.goto(`${fixture.url}/dashboard${path}`)
  const take = async (control: Locator, value?: string) => {
    await control.waitFor()
    await page.evaluate(untilQuiet)
    const place = await control.evaluate((element) => {
      const alike = [...element.ownerDocument.querySelectorAll(element.tagName)]
      return { tag: element.tagName, index: alike.indexOf(element) }
    })
    steps.push({ ...place, value })
    await act(control, value)
  }
  for (const { fields = {}, clicks = [] } of next ? [first, next] : [first]) {
    for (const [label, value] of Object.entries(fields)) {
      await take(page.getByLabel(label, { exact: true }), value)
    }
    for (const name of clicks) {
      await take(page.getByRole('button', { name, exact: true }).first())
    }
  }
  for (const words of shows) await page.getByText(words).first().waitFor()
  await page.evaluate(untilQuiet)
  return { steps, elements: Number(await page.evaluate(count)) }
}

/** In another language. */
async function showAgain(page: Page, { path }: Screen, { steps, elements }: Shown): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${fixture.url}/dashboard${path}`)
  for (const { tag, index, value } of steps) {
    await page.locator(tag).nth(index).waitFor()
    await page.evaluate(untilQuiet)
    await act(page.locator(tag).nth(index), value)
  }
  await page.waitForFunction(`${count} === ${elements}`)
}

function act(control: Locator, value: string | undefined): Promise<void> {
  return value === undefined ? control.click() : control.fill(value)
}

const count = `document.querySelectorAll('body *').length`

/** Until nothing of the page has changed for a tenth of a second. */
const untilQuiet = `new Promise((resolve) => {
  let timer = setTimeout(resolve, 100)
  const observer = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(resolve, 100)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
})`
