import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import type { CheckoutFixture } from './checkout-fixture.ts'
import { eachWithCheckoutPage } from './checkout-page.ts'
import { aMerchant, aView, choices, usdcOnBase, viewsAt } from './checkout-views.ts'
import { type FakeWallet, fakeWalletsScript } from './fake-wallets.ts'

let fixture: CheckoutFixture
let context: BrowserContext
let page: Page

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  permissions: ['clipboard-read', 'clipboard-write'],
}

eachWithCheckoutPage(
  (opened) => {
    ;({ fixture, context, page } = opened)
  },
  { ...phone, mayComplain: true },
)

/** Continues on another device: nothing is shared with the one before. */
async function changeDevice(options: BrowserContextOptions = {}): Promise<void> {
  const browser = context.browser()
  if (!browser) throw new Error('the page is in a browser')
  await context.close()
  context = await browser.newContext({ locale: 'en-US', ...phone, ...options })
  page = await context.newPage()
}

async function open(view: CheckoutView): Promise<void> {
  fixture.respond(view)
  await page.goto(`${fixture.url}/checkout/${view.id}`)
}

function example(name: string): CheckoutView {
  const view = viewsAt(new Date())[name]
  if (!view) throw new Error(`there is a view ${name}`)
  return view
}

const headline = (text: string) => page.getByRole('heading', { level: 1, name: text })
const button = (name: string) => page.getByRole('button', { name })
const link = (name: string) => page.getByRole('link', { name })
const copied = () => page.evaluate('navigator.clipboard.readText()')
const content = async () => (await page.locator('body').textContent()) ?? ''

test('the address selected by hand is copied as it is', async () => {
  await open(aView(new Date()))
  await page.locator('.address').click()
  await page.keyboard.press('Control+c')
  await expect.poll(copied).toBe('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
})

describe('nobody is asked to send what has arrived', () => {
  test('while the rest is being confirmed', async () => {
    await open(example('top_up'))
    await headline('Payment detected').waitFor()
    expect(await content()).not.toMatch(/\b0 ETH/)
    expect(await page.locator('.address').count()).toBe(0)
  })

  test('while a late payment is being confirmed', async () => {
    await open(example('expired_arriving'))
    await headline('Payment detected').waitFor()
    expect(await content()).not.toMatch(/expired|new price/i)
  })

  test('while the network has taken it back', async () => {
    await open(example('vanished'))
    await page.getByText('Please do not send it again').first().waitFor()
    expect(await content()).not.toContain('the rest')
  })
})

test('late and too little says what is missing, and how to pay it', async () => {
  await open(example('expired_short'))
  await headline('Payment incomplete').waitFor()
  expect(await content()).not.toContain('being confirmed')
  await expect.poll(() => page.getByRole('progressbar').getAttribute('value')).toBe('0.8333')
  await page.getByText('Pay the remaining 0.008 ETH').click()
  await button('Copy Missing amount').click()
  await expect.poll(copied).toBe('0.008')
})

describe('what a wallet has sent', () => {
  const hash = `0x${'5c'.repeat(32)}`
  const reported = { hash, url: `https://basescan.org/tx/${hash}` }

  const paidByWallet = async () => {
    fixture.responses.transactions = async () => {
      return { status: 202, body: aView(new Date(), { version: 2, reported }) }
    }
    await context.addInitScript(fakeWalletsScript([{ name: 'MetaMask' }]))
    await open(aView(new Date()))
    await button('with MetaMask').click()
    await headline('Payment sent').waitFor()
  }

  test('is still sent after a reload, on another device, and once the time is over', async () => {
    await paidByWallet()
    await page.reload()
    await headline('Payment sent').waitFor()
    await changeDevice()
    const late = aView(new Date(), { version: 2, reported })
    await open(late)
    await headline('Payment sent').waitFor()
    await open({ ...late, expiresAt: new Date(Date.now() - 1000).toISOString() })
    await headline('Payment sent').waitFor()
    expect(await page.locator('.address').count()).toBe(0)
  })
})

describe('the time to pay', () => {
  const provisional = { asksDetails: true, provisional: true, choices, assetChosen: false }

  test('when it is over before, costs nothing that was typed', async () => {
    await open(aView(new Date(), provisional))
    await page.getByLabel('Email').fill('ada@example.com')
    const over = { expiresAt: new Date(Date.now() - 1000).toISOString(), version: 2 }
    fixture.respond(aView(new Date(), { ...over, provisional: true, status: 'expired' }))
    await headline('Start again').waitFor()
    expect(await content()).not.toMatch(/ETH|expired/)
    fixture.respond(aView(new Date(), { ...provisional, id: 'cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Z' }))
    await button('Continue').click()
    await headline('Your details').waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ada@example.com')
    expect(new URL(page.url()).pathname).toBe('/checkout/cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Z')
  })
})

describe('the seller is named, or not spoken of', () => {
  test('without a route to them, nobody is sent to "the seller"', async () => {
    for (const name of ['expired_closed', 'failed']) {
      await open(example(name))
      await page.getByText('where you got this payment page').waitFor()
      expect(await content()).not.toContain('Contact the seller')
    }
  })

  test('with one, reference and transaction are filled in', async () => {
    await open({ ...example('failed'), merchant: aMerchant })
    const href = await link('Contact Ana’s Books').getAttribute('href')
    expect(href).toMatch(/^mailto:help@anas\.example\?subject=Payment%208T0W-1X3Y&/)
    expect(href).toContain('cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y')
    expect(href).toContain('0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060')
    await page.locator('.seller', { hasText: 'Ana’s Books' }).waitFor()
  })
})

test('a token is paid on a phone with a wallet app, which opens this page or its send screen', async () => {
  await changeDevice({ hasTouch: true, isMobile: true })
  const amount = { base: '120000000', formatted: '120', decimals: 6 }
  await open(aView(new Date(), { asset: 'USDC', tokenAddress: usdcOnBase, amount }))
  await button('Pay with a wallet app').click()
  const host = new URL(fixture.url).host
  const opening = await link('Open in MetaMask').getAttribute('href')
  expect(opening).toBe(
    `https://link.metamask.io/dapp/${host}/checkout/cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y`,
  )
  await expect
    .poll(() => link('Fill in with MetaMask').getAttribute('href'))
    .toContain('uint256=120000000')
  await button('Close').click()
  expect(await page.getByRole('img').count()).toBe(0)
  await page.getByText('Pay from another device').click()
  await page.getByRole('img', { name: 'QR code of the payment address' }).waitFor()
})

describe('a receipt stays a receipt', () => {
  test.each(['paid', 'paid_late', 'overpaid'])('%s, opened again, leads nowhere', async (name) => {
    await page.clock.install()
    const paidAt = new Date(Date.now() - 3_600_000).toISOString()
    await open({ ...example(name), paidAt, successUrl: `${fixture.url}/thanks` })
    await link('Continue').waitFor()
    await page.clock.runFor(30_000)
    expect(new URL(page.url()).pathname).toContain('/checkout/')
    expect(await content()).not.toContain('Continuing in')
  })

  test.each(['paid', 'paid_late', 'overpaid'])(
    '%s, after a way over a provider, leads on once',
    async (name) => {
      await page.clock.install()
      await open(aView(new Date()))
      await headline('0.048 ETH').waitFor()
      const address = page.url()
      const paid = { ...example(name), version: 2, successUrl: `${fixture.url}/thanks` }
      // However long ago it was paid.
      fixture.respond({ ...paid, paidAt: new Date(Date.now() - 7_200_000).toISOString() })
      await page.goto('about:blank')
      await page.goto(address)
      await page.getByText('Continuing in 5 seconds').waitFor()
      await page.clock.runFor(6_000)
      await page.waitForURL('**/thanks')
      await page.goto(address)
      await link('Continue').waitFor()
      await page.clock.runFor(30_000)
      expect(page.url()).toBe(address)
    },
  )

  test('too much paid says so before it leads on, and the customer can stay', async () => {
    await page.clock.install()
    await open(aView(new Date()))
    fixture.respond({ ...example('overpaid'), version: 2, successUrl: `${fixture.url}/thanks` })
    await headline('You paid more than needed').waitFor()
    await button('Stay here').click()
    await page.clock.runFor(30_000)
    await link('Continue').waitFor()
    expect(new URL(page.url()).pathname).toContain('/checkout/')
  })
})

test('a device that goes offline says so at once, and does not claim to be watching', async () => {
  await open(aView(new Date()))
  await page.locator('.watching').waitFor()
  await context.setOffline(true)
  await page.locator('.offline', { hasText: 'You are offline' }).waitFor()
  expect(await page.locator('.watching').count()).toBe(0)
  await context.setOffline(false)
  await page.locator('.offline').waitFor({ state: 'detached' })
})

/** Not `waitForFunction`: it polls with `eval`, which the page's policy forbids. */
const becomes = (expression: string, value: unknown) =>
  expect.poll(() => page.evaluate(expression)).toBe(value)

describe('wallets', () => {
  const install = (...wallets: FakeWallet[]) => context.addInitScript(fakeWalletsScript(wallets))

  test('that hang leave the others usable, and send nothing once they wake', async () => {
    await install({ name: 'Sleepy', waits: ['eth_requestAccounts'] }, { name: 'Awake' })
    await open(aView(new Date()))
    await button('with Sleepy').click()
    await button('Confirm in Sleepy').waitFor()
    await becomes('Boolean(window.answerWallet)', true)
    await button('with Awake').click()
    await headline('Payment sent').waitFor()
    await page.evaluate('window.answerWallet()')
    const sent = `window.walletRequests.filter(({ method }) => method === 'eth_sendTransaction')`
    await becomes(`${sent}.length`, 1)
    expect(await page.evaluate(`${sent}[0].wallet`)).toBe('Awake')
  })

  test('that know only window.ethereum can pay, too', async () => {
    await context.addInitScript(
      `window.ethereum = { isMetaMask: true, request: async ({ method }) => ({
        eth_requestAccounts: ['0x000000000000000000000000000000000000dEaD'],
        eth_chainId: '0x2105',
        eth_sendTransaction: '0x' + '5c'.repeat(32),
      })[method] }`,
    )
    await open(aView(new Date()))
    await button('Pay 0.048 ETH with MetaMask').click()
    await headline('Payment sent').waitFor()
  })
})

describe('who did not pay goes where the merchant wants', () => {
  const urls = { cancelUrl: 'https://shop.example/cart', returnUrl: 'https://shop.example/' }

  test.each([
    ['expired_closed', 'Back to the shop'],
    ['changeable', 'Cancel'],
    ['coin', 'Cancel'],
    ['details', 'Cancel'],
  ])('%s', async (name, label) => {
    await open({ ...example(name), ...urls })
    await expect.poll(() => link(label).getAttribute('href')).toBe(urls.cancelUrl)
    await open({ ...example(name), ...urls, cancelUrl: null })
    await expect.poll(() => link(label).getAttribute('href')).toBe(urls.returnUrl)
  })
})

describe('a page that can’t show everything', () => {
  test('says so if its script fails', async () => {
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${fixture.url}/checkout/cs_1`)
    await page.getByText('This page could not be loaded').waitFor()
  })

  test('has description and reference on a phone', async () => {
    await open(aView(new Date()))
    await page.getByText('Order details').click()
    await page.getByText('Twelve printed issues').waitFor()
    await page.getByText('cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y').waitFor()
  })
})

describe('a link that is opened again', () => {
  const path = '/l/k7m2p9x4qd'

  test('offers the payment that is unfinished, and a new one', async () => {
    await page.goto(`${fixture.url}${path}`)
    await headline('0.048 ETH').waitFor()
    await page.goto(`${fixture.url}${path}`)
    await headline('You have an unfinished payment').waitFor()
    await button('Continue with it').click()
    await headline('0.048 ETH').waitFor()
    expect(fixture.requests.filter((each) => each.endsWith('/sessions'))).toHaveLength(1)
    await page.goto(`${fixture.url}${path}`)
    await button('Start a new payment').click()
    await headline('0.048 ETH').waitFor()
    expect(fixture.requests.filter((each) => each.endsWith('/sessions'))).toHaveLength(2)
  })

  test('starts again once the payment is finished', async () => {
    await page.goto(`${fixture.url}${path}`)
    await headline('0.048 ETH').waitFor()
    fixture.respond(example('paid'))
    await page.goto(`${fixture.url}${path}`)
    await headline('Paid').waitFor()
    expect(fixture.requests.filter((each) => each.endsWith('/sessions'))).toHaveLength(2)
  })
})
