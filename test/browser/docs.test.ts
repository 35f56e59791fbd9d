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
  it.each(['/docs', '/docs/webhooks.html', '/docs/deploy.html', '/docs/embed.html'])(
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

it('the front page leads to every guide and to the reference, which asks no other host', async () => {
  const context = await browser.newContext()
  const { page, complaints } = await openPage(context, service.url)
  await page.goto(`${service.url}/docs`)
  const links = await page
    .locator('main a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    const response = await fetch(`${service.url}${link}`)
    expect([link, response.status]).toEqual([link, 200])
  }
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await page.goto(`${service.url}/docs/reference.html`)
  await page.getByText('Create a checkout session').first().waitFor()
  expect(complaints).toEqual({ console: [], foreign: [] })
  await context.close()
})
