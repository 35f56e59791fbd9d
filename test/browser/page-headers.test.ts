import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listen } from '../../infra/local/http-service.ts'
import type { CheckoutFixture } from './checkout-fixture.ts'
import { eachWithCheckoutPage } from './checkout-page.ts'
import { startDashboardFixture } from './dashboard-fixture.ts'

let fixture: CheckoutFixture
let page: Page

eachWithCheckoutPage(
  (opened) => {
    ;({ fixture, page } = opened)
  },
  { mayComplain: true },
)

/** The result of code that a script of the page runs. */
function attempt(code: string): Promise<unknown> {
  return page.evaluate(
    `(() => { try { ${code}; return 'done' } catch (error) { return error.name } })()`,
  )
}

test('text never becomes markup or script', async () => {
  await page.goto(`${fixture.url}/checkout/cs_1`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await attempt('document.body.append("text")')).toBe('done')
  expect(await attempt('document.body.innerHTML = "<b>text</b>"')).toBe('TypeError')
  expect(await attempt('document.createElement("script").src = "/x.js"')).toBe('TypeError')
  expect(await attempt('trustedTypes.createPolicy("own", {})')).toBe('TypeError')
})

/** Opens a page of another site with a frame of ours. */
async function openFramed(url: string): Promise<{ close: () => Promise<void> }> {
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<iframe src="${url}"></iframe>`)
  })
  const service = await listen(site, 0)
  await page.goto(service.url.replace('127.0.0.1', 'localhost'))
  return service
}

/** The address of the frame's document: an error page of the browser if the page can't be framed. */
const frameUrl = () =>
  page
    .frames()
    .find((each) => each !== page.mainFrame())
    ?.url()

test('another site can neither frame the page nor keep a handle to it', async () => {
  const service = await openFramed(`${fixture.url}/checkout/cs_1`)
  try {
    await expect.poll(frameUrl).toMatch(/^chrome-error:/)

    const opened = page.context().waitForEvent('page')
    await page.evaluate(`self.opened = open('${fixture.url}/checkout/cs_1')`)
    const checkout = await opened
    await checkout.getByRole('heading', { level: 1 }).waitFor()
    expect(await checkout.evaluate('opener')).toBeNull()
    await page.waitForFunction('opened.closed')
  } finally {
    await service.close()
  }
})

test('another site can’t frame the dashboard', async () => {
  const dashboard = await startDashboardFixture()
  const service = await openFramed(`${dashboard.url}/dashboard/test/home`)
  try {
    await expect.poll(frameUrl).toMatch(/^chrome-error:/)
  } finally {
    await service.close()
    await dashboard.close()
  }
})
