import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { screenshotsFolder } from '../config.ts'

const phone = { isMobile: true, hasTouch: true, deviceScaleFactor: 1 }

/** A small phone, a usual one, and a computer. */
const devices = {
  320: { ...phone, viewport: { width: 320, height: 640 } },
  390: { ...phone, viewport: { width: 390, height: 844 } },
  1280: { viewport: { width: 1280, height: 800 } },
} as const satisfies Record<number, BrowserContextOptions>

export type Device = keyof typeof devices

const widths = [320, 390, 1280] as const satisfies readonly Device[]

/** A page on each device, which counts what moves while it loads. */
export async function openDevicePages(browser: Browser): Promise<Map<Device, Page>> {
  const opened = widths.map(async (width) => {
    const context = await browser.newContext({
      ...devices[width],
      bypassCSP: true,
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
    await context.addInitScript(countShifts)
    return [width, await context.newPage()] as const
  })
  return new Map(await Promise.all(opened))
}

/** Collects in `shifts` what moves in a page from its start. */
export const countShifts = `
  self.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => (node?.outerHTML ?? node?.data ?? '').slice(0, 80))
      shifts.push(value.toFixed(4) + ': ' + moved.join(', '))
    }
  }).observe({ type: 'layout-shift', buffered: true })`

/** Layout shifts since the page was opened, as "share of the window: elements". */
export async function shiftsOn(page: Page): Promise<string[]> {
  await twoFrames(page)
  const shifts: unknown = await page.evaluate('shifts')
  return Array.isArray(shifts) ? shifts.map(String) : ['shifts were not counted']
}

/** Rendered content is on the screen, and counted, two frames later. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  )
}

/** Saves the whole page if screenshots are wanted. A larger window, because a screenshot beyond it would end the emulation of a phone. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!screenshotsFolder) return
  const { width, height } = page.viewportSize() ?? devices[1280].viewport
  const whole = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ width, height: Math.max(whole, height) })
  await page.screenshot({ path: join(screenshotsFolder, `${name}.png`) })
  await page.setViewportSize({ width, height })
}
