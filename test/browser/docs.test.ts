import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildPagesIfChanged,
  dashboardFolder,
  docsFolder,
  pagesFolder,
} from '../../infra/build/build-pages.ts'
import { startGateway } from '../../infra/local/gateway/gateway.ts'
import { loadStaticFiles } from '../../infra/local/gateway/static-files.ts'
import type { HttpService } from '../../infra/local/http-service.ts'
import { openapi } from '../../shared/openapi/openapi.ts'
import { violationsOn } from './axe.ts'
import { launchChromium, openPage } from './chromium.ts'

let service: HttpService
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
  await buildPagesIfChanged()
  service = await startGateway(
    {
      pages: await loadStaticFiles({
        checkout: pagesFolder,
        dashboard: dashboardFolder,
        docs: docsFolder,
      }),
      routes: [{ ...openApiRoute, functionName: 'get-open-api', streaming: false }],
      host: { invoke: async () => ({ outcome: 'answered', payload: openApiResponse }) },
      now: () => new Date(),
      onProblem: () => {},
    },
    { port: 0 },
  )
})
afterAll(async () => {
  await Promise.all([browser?.close(), service?.close()])
})

const openApiRoute = { method: 'GET', resource: '/api/v1/openapi.json' } as const
const openApiResponse = JSON.stringify({
  statusCode: 200,
  body: JSON.stringify(openapi({ baseUrl: 'http://localhost' })),
})

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each(['/docs', '/docs/webhooks.html', '/docs/embed.html', '/docs/api/checkout-sessions.html'])(
    '%s can be read by everyone',
    async (path) => {
      const context = await browser.newContext({
        colorScheme,
        bypassCSP: true,
        viewport: { width: 390, height: 800 },
      })
      try {
        const page = await context.newPage()
        await page.goto(`${service.url}${path}`)
        expect(await violationsOn(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      } finally {
        await context.close()
      }
    },
  )
})

it('every page fits a small phone', async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const { page, complaints } = await openPage(context, service.url)
  await page.goto(`${service.url}/docs`)
  const links = await page
    .locator('main .guides a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(50)
  const wide: string[] = []
  for (const link of links) {
    await page.goto(`${service.url}${link}`)
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) wide.push(link)
  }
  expect(wide).toEqual([])
  expect(complaints).toEqual({ console: [], foreign: [] })
  await context.close()
})

it('finds a section by the beginnings of its words, also with a typing mistake, from the keyboard', async () => {
  const context = await browser.newContext()
  const { page, complaints } = await openPage(context, service.url)
  await page.goto(`${service.url}/docs`)
  await page.keyboard.press('/')
  await page.keyboard.type('rotat secr')
  const first = page.locator('#found a').first()
  await first.waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await first.evaluate((link) => link.matches(':focus'))).toBe(true)
  await page.keyboard.press('Escape')
  await first.waitFor({ state: 'hidden' })
  await page.getByLabel('Search').fill('idempotncy')
  await page.locator('#found a', { hasText: 'Idempotency' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Idempotency' }).waitFor()
  // What newcomers call it, and a guide before the reference and what operators read.
  for (const [words, guide] of [
    ['pagination', 'Lists'],
    ['sandbox', 'Testing'],
    ['ngrok', 'Testing'],
    ['authentication', 'API keys'],
    ['flask', 'Webhooks'],
    ['test wallet', 'Testing'],
    ['refunds', 'Refunds'],
    ['error codes', 'Errors'],
  ] as const) {
    await page.getByLabel('Search').fill(words)
    const first = () => page.locator('#found strong').first().textContent()
    await expect.poll(first, { message: words }).toMatch(new RegExp(`^${guide}(:|$)`))
  }
  await page.getByLabel('Search').fill('zzzzzz')
  await page.getByText('Nothing was found for “zzzzzz”.').waitFor()
  expect(complaints).toEqual({ console: [], foreign: [] })
  await context.close()
})

it('says that search could not be loaded, and loads it when somebody types again', async () => {
  const context = await browser.newContext()
  const { page } = await openPage(context, service.url)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.route('**/docs/search.json', (route) => route.abort())
  await page.goto(`${service.url}/docs`)
  const field = page.getByLabel('Search')
  await field.fill('refun')
  await page.getByText('Search could not be loaded.').waitFor()
  await page.unroute('**/docs/search.json')
  await field.fill('refund')
  await page.locator('#found a', { hasText: 'Refunds' }).first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('shows samples in the language that the reader chose, on every page, and copies them', async () => {
  const context = await browser.newContext()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = await openPage(context, service.url)
  await page.goto(`${service.url}/docs/api/quotes.html`)
  const sample = page.locator('figure[data-language="TypeScript"]').first()
  await sample.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'TypeScript' }).first().click()
  await sample.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('quittance.quotes.create')
  await page.goto(`${service.url}/docs/api/refunds.html`)
  await page.getByText('quittance.refunds.create').waitFor()
  const current = page.locator('.pages [aria-current]')
  expect(await current.evaluate((link) => link.getBoundingClientRect().bottom)).toBeLessThan(720)
  await page.goto(`${service.url}/docs/embed.html`)
  await page.getByRole('button', { name: 'Python' }).click()
  await page.getByText('from http.server import').waitFor()
  await context.close()
})
