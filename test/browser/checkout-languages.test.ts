import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { en } from '../../static-checkout/src/texts/en.ts'
import { payEn } from '../../static-checkout/src/texts/pay/en.ts'
import { type CheckoutFixture, startCheckoutFixture } from './checkout-fixture.ts'
import { viewsAt } from './checkout-views.ts'
import { launchChromium, openPage } from './chromium.ts'
import { layoutFlaws } from './layout-flaws.ts'

let browser: Browser
let fixture: CheckoutFixture

beforeAll(async () => {
  browser = await launchChromium()
  fixture = await startCheckoutFixture()
})
afterAll(async () => {
  await browser?.close()
  await fixture?.close()
})

const widths = [320, 390, 768, 1280, 1600]

/** Sentences of the page, but for those with values in them. */
function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) => {
    if (typeof text === 'object' && text !== null) return sentencesOf(text)
    return typeof text === 'string' && /^[^{]+ [^{]+ [^{]+$/.test(text) ? [text] : []
  })
}

const english = sentencesOf({ ...en, ...payEn })

// The longest words, words that are read from the right, and text without spaces.
test.each(['de-DE', 'ar', 'ja-JP'])(
  'in %s, every screen has its words beside one another, and none in English',
  {
    timeout: 300_000,
  },
  async (locale) => {
    const context = await browser.newContext({ locale, reducedMotion: 'reduce', bypassCSP: true })
    const { page } = await openPage(context, fixture.url)
    const flaws: string[] = []
    for (const [name, view] of Object.entries(viewsAt(new Date()))) {
      fixture.responses.session = { status: 200, body: view }
      await page.goto(`${fixture.url}/checkout/${view.id}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        flaws.push(...(await layoutFlaws(page)).map((flaw) => `${name}-${width}: ${flaw}`))
      }
      const shown = ((await page.locator('body').textContent()) ?? '').replaceAll('\u00a0', ' ')
      flaws.push(
        ...english.filter((text) => shown.includes(text)).map((text) => `${name}: ${text}`),
      )
    }
    expect(english.length).toBeGreaterThan(50)
    expect(flaws).toEqual([])
    await context.close()
  },
)
