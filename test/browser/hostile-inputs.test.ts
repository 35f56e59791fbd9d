import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import type { CheckoutFixture } from './checkout-fixture.ts'
import { eachWithCheckoutPage } from './checkout-page.ts'
import { aMerchant, viewsAt } from './checkout-views.ts'
import { findFlaws } from './find-flaws.ts'

let fixture: CheckoutFixture
let page: Page

eachWithCheckoutPage(
  (opened) => {
    ;({ fixture, page } = opened)
  },
  { viewport: { width: 320, height: 640 } },
)

async function open(view: CheckoutView, query = ''): Promise<void> {
  fixture.responses.session = { status: 200, body: view }
  await page.goto(`${fixture.url}/checkout/${view.id}${query}`)
  await page.locator('.body:not(.loading) h1').waitFor()
}

function paidView(): CheckoutView {
  const { paid } = viewsAt(new Date())
  if (!paid) throw new Error('there is a paid view')
  return paid
}

describe('a title is only words', () => {
  test.each(
    Object.entries({
      markup: '<img src=x onerror="alert(1)"><script>alert(2)</script>',
      template: '{amount} {{constructor}} {url} %s',
      'one long word': 'W'.repeat(200),
      'many lines': 'line\n'.repeat(60),
      'right to left': '\u202egnp.exe \u0627\u0634\u062a\u0631\u0627\u0643',
      'stacked marks': `Z${'\u0301\u0335\u0489'.repeat(60)}`,
      pictures: '👩‍👩‍👧‍👦'.repeat(40),
    }),
  )('%s', async (_, title) => {
    const merchant = { ...aMerchant, name: title.slice(0, 80) }
    await open({ ...paidView(), title, description: title, merchant })
    await expect.poll(() => page.locator('.order-title').textContent()).toBe(title)
    expect(await page.locator('main img, main script, aside script').count()).toBe(0)
    expect(await findFlaws(page)).toEqual([])
    await expect.poll(() => page.locator('.total dd').textContent()).toBe('0.048\u00a0ETH')
  })
})

describe('where the page leads is the session’s alone', () => {
  const stranger = 'https://stranger.example/'
  const names = [
    'successUrl',
    'cancelUrl',
    'returnUrl',
    'success_url',
    'cancel_url',
    'return_url',
    'redirect',
    'next',
    'url',
  ]
  const query = `?${names.map((name) => `${name}=${encodeURIComponent(stranger)}`).join('&')}`
  const hrefs = () =>
    page.locator('a').evaluateAll((links) => links.map((link) => `${link.getAttribute('href')}`))

  test.each(['pending', 'expired_closed', 'paid', 'failed'])('%s', async (name) => {
    const view = viewsAt(new Date())[name]
    if (!view) throw new Error(`there is a view ${name}`)
    const own = { successUrl: 'https://shop.example/', cancelUrl: null, returnUrl: null }
    await open({ ...view, ...own }, query)
    expect((await hrefs()).filter((href) => href.includes('stranger'))).toEqual([])
    expect(await page.locator('body').textContent()).not.toContain('stranger')
  })

  test('a link’s session is asked for with nothing but the email', async () => {
    fixture.bodies.length = 0
    await page.goto(`${fixture.url}/l/k7m2p9x4qd${query}&amount=1&prefill_email=ada%40example.com`)
    await page.locator('.body:not(.loading) h1').waitFor()
    expect(fixture.bodies).toEqual([
      '/api/checkout/links/k7m2p9x4qd/sessions {"prefillEmail":"ada@example.com"}',
    ])
  })
})
