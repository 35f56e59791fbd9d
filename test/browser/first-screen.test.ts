import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assumptions } from '../../bench/cost/prices.ts'
import { pagesFolder } from '../../infra/build/build-pages.ts'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { languages } from '../../static-checkout/src/texts/languages.ts'
import { type CheckoutFixture, startCheckoutFixture } from './checkout-fixture.ts'
import { aLinkView, aMerchant, aView, choices, viewsAt } from './checkout-views.ts'
import { type Complaints, launchChromium, openPage } from './chromium.ts'

let browser: Browser
let fixture: CheckoutFixture
let context: BrowserContext
let page: Page
let complaints: Complaints

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

beforeEach(async () => {
  const link = { ...aLinkView, livemode: false, merchant: aMerchant }
  fixture = await startCheckoutFixture(link)
})
afterEach(async () => {
  await context.close()
  await fixture.close()
  expect(complaints).toEqual({ console: [], foreign: [] })
})

async function openAt(
  width: number,
  options: { locale?: string; height?: number } = {},
): Promise<void> {
  const { height = 800, ...rest } = options
  context = await browser.newContext({
    locale: 'en-US',
    viewport: { width, height },
    ...(width < 500 && { hasTouch: true, isMobile: true }),
    ...rest,
  })
  const opened = await openPage(context, fixture.url)
  page = opened.page
  complaints = opened.complaints
}

const aTestView = (changes: Partial<CheckoutView> = {}) =>
  aView(new Date(), { livemode: false, merchant: aMerchant, ...changes })

describe('the first requests are sent before the scripts arrive', () => {
  /** Holds the scripts back until the API was called. */
  async function openSlowly(path: string, calls: number): Promise<void> {
    await openAt(390)
    await page.route('**/assets/*.js', async (route) => {
      await expect.poll(() => fixture.requests.length).toBeGreaterThanOrEqual(calls)
      await route.continue()
    })
    await page.goto(`${fixture.url}${path}`)
    await page.getByRole('heading', { level: 1, name: '0.048 ETH' }).waitFor()
  }
  const withoutStream = () => fixture.requests.filter((request) => !request.endsWith('/stream'))

  test('for a session', async () => {
    const { id } = aTestView()
    await openSlowly(`/checkout/${id}`, 1)
    expect(withoutStream()).toEqual([`GET /api/checkout/sessions/${id}`])
  })

  test('for a link, whose session is created once, with the email of the address', async () => {
    await openSlowly('/l/k7m2p9x4qd?prefill_email=ana%40example.com', 2)
    expect(withoutStream().toSorted()).toEqual([
      'GET /api/checkout/links/k7m2p9x4qd',
      'POST /api/checkout/links/k7m2p9x4qd/sessions',
    ])
    expect(fixture.bodies).toEqual([
      '/api/checkout/links/k7m2p9x4qd/sessions {"prefillEmail":"ana@example.com"}',
    ])
  })

  test('for a link with an unfinished payment, no other is created', async () => {
    await openSlowly('/l/k7m2p9x4qd', 2)
    await page.goto(`${fixture.url}/l/k7m2p9x4qd`)
    await page.getByRole('button', { name: 'Continue with it' }).waitFor()
    expect(fixture.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
  })
})

/** The built file that a path of the page names. */
function fileOf(path: string): string {
  const [, asset = 'index.html'] = /^\/checkout\/(assets\/.+)$/.exec(path) ?? []
  return join(pagesFolder, asset)
}

test('the page has as many files and bytes as the cost of a session says', async () => {
  await openAt(1280)
  const files: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) files.push(pathname)
  })
  await page.goto(`${fixture.url}/checkout/${aTestView().id}`)
  await page.getByRole('img', { name: /QR/ }).waitFor()
  expect(files, files.join('\n')).toHaveLength(assumptions.pageFiles)
  const contents = await Promise.all(files.map((path) => readFile(fileOf(path))))
  const bytes = contents.reduce((sum, content) => sum + gzipSync(content).length, 0)
  expect(bytes).toBeLessThanOrEqual(assumptions.pageBytes)
  expect(bytes).toBeGreaterThan(0.9 * assumptions.pageBytes)
})

describe('a mark is loaded where it is shown', () => {
  const loaded = new Set<string>()

  async function open(changes: Partial<CheckoutView>): Promise<void> {
    fixture.respond(aTestView(changes))
    await openAt(390)
    loaded.clear()
    page.on('request', (request) => {
      const [, name] = /assets\/(\w+)-[^/]+\.svg$/.exec(request.url()) ?? []
      if (name !== undefined && name !== 'icon') loaded.add(name)
    })
    await page.goto(`${fixture.url}/checkout/${aTestView().id}`)
  }

  test('a coin’s in the list of those to choose from', async () => {
    await open({ choices, assetChosen: false, provisional: true })
    const icons = page.locator('img.coin-icon')
    await expect.poll(() => icons.count()).toBe(choices.length)
    const areDrawn = () =>
      icons.evaluateAll((all) => all.every((each) => 'naturalWidth' in each && each.naturalWidth))
    await expect.poll(areDrawn).toBe(true)
    expect([...loaded].toSorted()).toEqual(
      [...new Set(choices.map(({ asset }) => asset))].toSorted(),
    )
  })

  test('a wallet’s in the opened list of apps', async () => {
    await open({ walletApps: ['metamask', 'trust'] })
    await page.getByRole('button', { name: 'Pay with a wallet app' }).waitFor()
    expect([...loaded]).toEqual([])
    await page.getByRole('button', { name: 'Pay with a wallet app' }).click()
    await expect.poll(() => [...loaded].toSorted()).toEqual(['metamask', 'trust'])
  })
})

describe('nothing moves in test mode while the page loads', () => {
  const views = {
    details: { asksDetails: true, choices, assetChosen: false, provisional: true },
    coin: { choices, assetChosen: false, provisional: true },
    pay: { choices },
  }

  async function layoutShift(): Promise<number> {
    await page.evaluate('document.fonts.ready')
    const shift: unknown = await page.evaluate(`new Promise((resolve) => {
      let total = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) total += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(total))))
    })`)
    return Number(shift)
  }

  describe.each([320, 390, 1280])('at %d px', (width) => {
    test.each(Object.entries(views))('%s', async (_, changes) => {
      fixture.respond(aTestView(changes))
      await openAt(width)
      await page.goto(`${fixture.url}/l/k7m2p9x4qd`)
      await page.locator('main h1:not(.visually-hidden)').waitFor()
      await page.locator('.ribbon').waitFor()
      expect(await layoutShift()).toBe(0)
    })
  })

  test.each(Object.keys(languages))('in %s at 320 px', async (locale) => {
    fixture.respond(aTestView())
    await openAt(320, { locale })
    await page.goto(`${fixture.url}/l/k7m2p9x4qd`)
    await page.locator('main h1:not(.visually-hidden)').waitFor()
    await page.locator('.ribbon').waitFor()
    expect(await layoutShift()).toBe(0)
  })
})

describe.each(['en-US', 'de-DE', 'fr-FR'])('on a phone of 640 px, in %s', (locale) => {
  test.each([320, 360])('amount, address and button need no scrolling at %d px', async (width) => {
    fixture.respond(aTestView({ title: 'A subscription with quite a long name, for a whole year' }))
    await openAt(width, { locale, height: 640 })
    await page.goto(`${fixture.url}/checkout/${aTestView().id}`)
    const needed = page.locator('main h1, .ways > .button, .copy-field')
    await expect.poll(() => needed.count()).toBe(4)
    const bottoms = await needed.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().bottom),
    )
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(640)
  })
})

test('nothing separates the order from the card on a phone', async () => {
  await openAt(360)
  await page.goto(`${fixture.url}/checkout/${aTestView().id}`)
  const details = await page.locator('.order-details').boundingBox()
  const card = await page.locator('main').boundingBox()
  const gap = (card?.y ?? 0) - (details?.y ?? 0) - (details?.height ?? 0)
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThanOrEqual(12)
})

describe('the email', () => {
  const asking = { asksDetails: true, choices, assetChosen: false }
  const focused = () => page.evaluate('document.activeElement.id')

  test('has the focus on a computer', async () => {
    fixture.respond(aTestView(asking))
    await openAt(1280)
    await page.goto(`${fixture.url}/checkout/${aTestView().id}`)
    await expect.poll(focused).toBe('email')
  })

  test('leaves the keyboard of a phone closed', async () => {
    fixture.respond(aTestView(asking))
    await openAt(390)
    await page.goto(`${fixture.url}/checkout/${aTestView().id}`)
    await page.getByLabel('Email').waitFor()
    expect(await focused()).toBe('')
  })
})

test.each(['coin', 'changeable', 'paid', 'failed'])(
  'text twice as large fits on a phone: %s',
  async (name) => {
    await openAt(390, { locale: 'de-DE' })
    fixture.respond({ ...(viewsAt(new Date())[name] ?? aTestView()), merchant: aMerchant })
    await page.goto(`${fixture.url}/checkout/${aTestView().id}`)
    await page.locator('main h1:not(.visually-hidden)').waitFor()
    await page.evaluate('document.documentElement.style.fontSize = "32px"')
    const cut = await page.evaluate(`(() => {
      const { right } = document.querySelector('main').getBoundingClientRect()
      const all = [...document.querySelectorAll('main *')]
      const shown = all.filter((one) => one.checkVisibility() && !one.closest('.visually-hidden'))
      return shown.filter((one) => one.getBoundingClientRect().right > right + 1).map((one) => one.outerHTML)
    })()`)
    expect(cut).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  },
)

test.each(['/l', '/l/', '/l/a/b', '/checkout', '/checkout/a/b'])(
  '%s is a page in the customer’s language, with nothing requested',
  async (path) => {
    await openAt(390, { locale: 'de-DE' })
    await page.goto(`${fixture.url}${path}`)
    await page.getByRole('heading', { level: 1, name: 'Zahlung nicht gefunden' }).waitFor()
    await page.getByText('Bitten Sie um einen neuen Link').first().waitFor()
    expect(fixture.requests).toEqual([])
  },
)
