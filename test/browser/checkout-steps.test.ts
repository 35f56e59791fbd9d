import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { type CheckoutFixture, errorBody } from './checkout-fixture.ts'
import { eachWithCheckoutPage } from './checkout-page.ts'
import { aView, choices, usdcOnBase } from './checkout-views.ts'
import { customerAccount, type FakeWallet, fakeWalletsScript } from './fake-wallets.ts'
import { findFlaws } from './find-flaws.ts'

let fixture: CheckoutFixture
let context: BrowserContext
let page: Page

eachWithCheckoutPage(
  (opened) => {
    ;({ fixture, context, page } = opened)
  },
  { viewport: { width: 320, height: 640 } },
)

const asking = { asksDetails: true, choices, assetChosen: false }
const choosing = { choices, assetChosen: false }
const usdc = {
  asset: 'USDC',
  tokenAddress: usdcOnBase,
  amount: { base: '120000000', formatted: '120', decimals: 6 },
}
const detected: Partial<CheckoutView> = {
  status: 'detected',
  choices: [],
  confirmations: 1,
  received: { base: '48000000000000000', formatted: '0.048' },
}

async function open(changes: Partial<CheckoutView>): Promise<void> {
  const view = aView(new Date(), changes)
  fixture.respond(view)
  await page.goto(`${fixture.url}/checkout/${view.id}`)
}

/** Sets the service's responses from now on. */
function next(changes: Partial<CheckoutView>) {
  return async () => ({ status: 200, body: aView(new Date(), { version: 2, ...changes }) })
}

function refuse(status: number, code: string, param?: string) {
  return async () => ({ status, body: errorBody(code, param) })
}

/** Not `waitForFunction`: it polls with `eval`, which the page's policy forbids. */
const walletWaits = () =>
  expect.poll(() => page.evaluate('Boolean(window.answerWallet)')).toBe(true)
const headline = (text: string) => page.getByRole('heading', { level: 1, name: text })
const button = (name: string) => page.getByRole('button', { name })
const shown = (text: string) => page.locator('main').getByText(text)
const announced = () => page.getByRole('status').last().textContent()
const focused = () => page.evaluate('document.activeElement.id || document.activeElement.tagName')
const posted = (path: string) => {
  const bodies = fixture.bodies.filter((body) => body.includes(`/${path} `))
  return bodies.map((body): unknown => JSON.parse(body.slice(body.indexOf('{'))))
}
const asked = (path: string) => fixture.requests.filter((request) => request.endsWith(path))

describe('every new screen has no flaws', () => {
  const wallets = [{ name: 'MetaMask' }, { name: 'A wallet with quite a long name' }]
  const screens: Record<string, () => Promise<void>> = {
    details: async () => {
      await open(asking)
      await shown('More details').click()
      await button('Continue').click()
      await shown('like name@example.com').waitFor()
    },
    'details refused': async () => {
      fixture.responses.details = refuse(429, 'rate_limit_exceeded')
      await open({ ...asking, expiresAt: new Date(Date.now() + 50_000).toISOString() })
      await page.getByLabel('Email').fill('ada@example.com')
      await button('Continue').click()
      await shown('Wait a moment').waitFor()
    },
    coin: async () => {
      fixture.responses.asset = refuse(503, 'price_unavailable')
      await open({ choices })
      await button('another coin').click()
      await button('USDC on Base').click()
      await shown('no reliable price').waitFor()
    },
    'coin chosen': async () => {
      fixture.responses.asset = () => new Promise(() => {})
      await open(choosing)
      await button('USDC on Arbitrum One').click()
      await shown('Locking the price').waitFor()
    },
    wallets: async () => {
      await context.addInitScript(fakeWalletsScript(wallets))
      await open({ choices, cancelUrl: 'https://shop.example/' })
      await button('with MetaMask').waitFor()
    },
    sent: async () => {
      await context.addInitScript(fakeWalletsScript(wallets))
      await open({ choices })
      await button('with MetaMask').click()
      await headline('Payment sent').waitFor()
    },
  }

  test.each(Object.entries(screens))('%s', async (_, show) => {
    await show()
    for (const width of [320, 360, 1120]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 640 })
        await page.emulateMedia({ colorScheme })
        expect(await findFlaws(page)).toEqual([])
      }
    }
  })
})

describe('an email to fill in', () => {
  test('moves from the URL to the service, and is removed from the URL', async () => {
    await page.goto(`${fixture.url}/l/k7m2p9x4qd?prefill_email=ada%2Bshop%40example.com`)
    await headline('0.048 ETH').waitFor()
    await expect.poll(() => posted('sessions')).toEqual([{ prefillEmail: 'ada+shop@example.com' }])
    expect(page.url()).toBe(`${fixture.url}/checkout/cs_01JD8Z3K5V7Q2N4M6R8T0W1X3Y`)
  })

  test('is left out if there is none', async () => {
    await page.goto(`${fixture.url}/l/k7m2p9x4qd`)
    await headline('0.048 ETH').waitFor()
    await expect.poll(() => posted('sessions')).toEqual([{}])
  })
})

describe('the details', () => {
  test('are empty if the email to fill in is none', async () => {
    fixture.responses.session = { status: 201, body: aView(new Date(), asking) }
    await page.goto(`${fixture.url}/l/k7m2p9x4qd?prefill_email=not-an-email`)
    await headline('Your details').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('')
  })

  test('can be entered by keyboard, and lead to the choice of assets', async () => {
    fixture.responses.details = next(choosing)
    await open(asking)
    await headline('Your details').waitFor()
    await expect.poll(() => page.title()).toBe('Your details · Payment')
    await page.getByLabel('Email').focus()
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type(' Ada Lovelace ')
    await page.getByLabel('Note to the seller').fill('Leave it at the door')
    await page.getByLabel('Name').press('Enter')
    await headline('Choose how to pay').waitFor()
    await expect
      .poll(() => posted('details'))
      .toEqual([{ email: 'ada@example.com', name: 'Ada Lovelace', notes: 'Leave it at the door' }])
    await expect.poll(focused).toBe('H1')
    await expect.poll(() => page.title()).toBe('Choose how to pay · Payment')
  })

  test('are corrected before anything is sent', async () => {
    await open(asking)
    for (const email of ['', 'nobody']) {
      await page.getByLabel('Email').fill(email)
      await button('Continue').click()
      await shown('Enter an email address').waitFor()
      await expect.poll(focused).toBe('email')
      await expect
        .poll(() => page.getByLabel('Email').getAttribute('aria-describedby'))
        .toBe('email-error')
    }
    expect(posted('details')).toEqual([])
  })

  test('are corrected if the service refuses them, even in a collapsed field', async () => {
    fixture.responses.details = refuse(400, 'parameter_invalid', 'phone')
    await open(asking)
    await page.getByLabel('Email').fill('ada@example.com')
    await button('Continue').click()
    await shown('This value cannot be used').waitFor()
    await expect.poll(focused).toBe('phone')
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ada@example.com')
  })

  test('can be sent again if they could not be saved', async () => {
    fixture.responses.details = refuse(503, 'internal_error')
    await open(asking)
    await page.getByLabel('Email').fill('ada@example.com')
    await button('Continue').click()
    await shown('could not be saved').waitFor()
    await expect.poll(announced).toContain('could not be saved')
    fixture.responses.details = next({ choices: [] })
    await button('Continue').click()
    await headline('0.048 ETH').waitFor()
  })

  test('are skipped if a payment was detected meanwhile', async () => {
    fixture.responses.details = refuse(409, 'state_changed')
    await open(asking)
    await page.getByLabel('Email').fill('ada@example.com')
    fixture.responses.session = await next(detected)()
    await button('Continue').click()
    await headline('Payment detected').waitFor()
  })

  test('are followed by a new price if there is only one asset', async () => {
    fixture.responses.details = next({
      ...choosing,
      provisional: true,
      choices: choices.slice(3, 4),
    })
    const amount = { base: '49000000000000000', formatted: '0.049', decimals: 18 }
    fixture.responses.asset = next({ version: 3, choices: choices.slice(3, 4), amount })
    await open(asking)
    await page.getByLabel('Email').fill('ada@example.com')
    await button('Continue').click()
    await headline('0.049 ETH').waitFor()
    await expect.poll(() => posted('asset')).toEqual([{ chainId: 8453, asset: 'ETH' }])
    expect(await button('another coin').count()).toBe(0)
  })

  test('are followed by the coin to try again if there is no price right now', async () => {
    const onlyCoin = choices.slice(3, 4)
    fixture.responses.details = next({ ...choosing, provisional: true, choices: onlyCoin })
    fixture.responses.asset = refuse(503, 'price_unavailable')
    await open(asking)
    await page.getByLabel('Email').fill('ada@example.com')
    await button('Continue').click()
    await shown('no reliable price for ETH on Base').waitFor()
    fixture.responses.asset = next({ version: 3, choices: onlyCoin })
    await button('ETH on Base').click()
    await headline('0.048 ETH').waitFor()
  })

  test.each([
    [50, 1],
    [200, 0],
  ])('with %d seconds left show %d countdowns', async (seconds, countdowns) => {
    await open({ ...asking, expiresAt: new Date(Date.now() + seconds * 1000).toISOString() })
    await headline('Your details').waitFor()
    expect(await page.getByRole('timer').count()).toBe(countdowns)
  })
})

describe('the coin', () => {
  test('is chosen by keyboard, once, and restarts the countdown', async () => {
    const answered = Promise.withResolvers<void>()
    fixture.responses.asset = async () => {
      await answered.promise
      const expiresAt = new Date(Date.now() + 300_000).toISOString()
      return next({ choices, ...usdc, expiresAt })()
    }
    await open({ ...choosing, expiresAt: new Date(Date.now() + 55_000).toISOString() })
    await button('ETH on Base').focus()
    for (const _ of choices.slice(0, 4)) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await shown('Locking the price').waitFor()
    await expect.poll(announced).toBe('Locking the price in USDC on Base')
    await page.keyboard.press('Enter')
    await button('USDT on Ethereum').click({ force: true })
    answered.resolve()
    await headline('120.00 USDC').waitFor()
    await expect.poll(() => posted('asset')).toEqual([{ chainId: 8453, asset: 'USDC' }])
    await expect.poll(focused).toBe('H1')
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^[1-5]:\d\d left$/)
  })

  test('may be chosen before the next screen is loaded, which then has the focus', async () => {
    const loading = Promise.withResolvers<void>()
    await page.route('**/assets/payment-*.js', async (route) => {
      await loading.promise
      await route.continue()
    })
    fixture.responses.asset = next({ choices, ...usdc })
    await open(choosing)
    await button('USDC on Base').click()
    await expect.poll(() => posted('asset')).toEqual([{ chainId: 8453, asset: 'USDC' }])
    loading.resolve()
    await headline('120.00 USDC').waitFor()
    await expect.poll(focused).toBe('H1')
  })

  test.each([
    [503, 'price_unavailable', 'no reliable price for USDC on Base'],
    [503, 'chain_unavailable', 'USDC on Base could not be selected'],
    [429, 'rate_limit_exceeded', 'Wait a moment'],
    [409, 'state_changed', 'the coin was not changed'],
  ])('may be refused with %d %s, and chosen again', async (status, code, words) => {
    fixture.responses.asset = refuse(status, code)
    await open(choosing)
    await button('USDC on Base').click()
    await shown(words).waitFor()
    await expect.poll(announced).toContain(words)
    fixture.responses.asset = next({ choices, ...usdc })
    await button('USDC on Base').click()
    await headline('120.00 USDC').waitFor()
  })

  test('can be changed while paying, or kept', async () => {
    fixture.responses.asset = next({ choices, ...usdc })
    await open({ choices })
    await button('another coin').click()
    await headline('Choose how to pay').waitFor()
    await expect.poll(focused).toBe('H1')
    await shown('If you have already sent 0.048 ETH').waitFor()
    await button('Keep ETH on Base').click()
    await headline('0.048 ETH').waitFor()
    expect(posted('asset')).toEqual([])
    await button('another coin').click()
    await button('USDC on Base').click()
    await headline('120.00 USDC').waitFor()
  })

  test('is no longer offered once a payment was detected', async () => {
    await open({ choices })
    await button('another coin').click()
    fixture.responses.session = await next(detected)()
    await headline('Payment detected').waitFor()
  })

  test('is not offered if the merchant has chosen', async () => {
    await open({})
    await headline('0.048 ETH').waitFor()
    expect(await button('another coin').count()).toBe(0)
  })
})

describe('a wallet in the browser', () => {
  const requests = () => page.evaluate('window.walletRequests')
  const install = (...wallets: FakeWallet[]) => context.addInitScript(fakeWalletsScript(wallets))
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const view = aView(new Date())

  test('pays with one click, and the page keeps watching', async () => {
    await install({ name: 'MetaMask', icon, chain: '0x1' }, { name: 'Other', icon: '/track.png' })
    await open({ choices })
    await expect.poll(() => button('with MetaMask').locator('img').getAttribute('src')).toBe(icon)
    expect(await button('with Other').locator('img').count()).toBe(0)
    await button('with MetaMask').click()
    await headline('Payment sent').waitFor()
    const value = `0x${BigInt(view.amount.base).toString(16)}`
    expect(await requests()).toEqual([
      { wallet: 'MetaMask', method: 'eth_requestAccounts' },
      { wallet: 'MetaMask', method: 'eth_chainId' },
      {
        wallet: 'MetaMask',
        method: 'wallet_switchEthereumChain',
        params: [{ chainId: '0x2105' }],
      },
      { wallet: 'MetaMask', method: 'eth_chainId' },
      {
        wallet: 'MetaMask',
        method: 'eth_sendTransaction',
        params: [{ from: customerAccount, to: view.address, value }],
      },
    ])
    await expect.poll(focused).toBe('H1')
    await expect.poll(() => posted('transactions')).toEqual([{ hash: `0x${'5c'.repeat(32)}` }])
    expect(await page.getByRole('img').count()).toBe(0)
    await shown('Pay another way').first().click()
    await button('Pay another way').click()
    await button('with MetaMask').waitFor()
  })

  test('may be declined, which the page says', async () => {
    await install({
      name: 'MetaMask',
      errors: { eth_sendTransaction: 4001 },
      waits: ['eth_sendTransaction'],
    })
    await open({})
    await button('with MetaMask').click()
    await button('Confirm in MetaMask').waitFor()
    await walletWaits()
    await page.evaluate('window.answerWallet()')
    await shown('You declined in MetaMask. Nothing was sent.').waitFor()
    await button('with MetaMask').waitFor()
    expect(asked('/check')).toEqual([])
  })

  test('may not know the network: the page says which one to add', async () => {
    const errors = { wallet_switchEthereumChain: 4902 }
    await install({ name: 'MetaMask', chain: '0x1', errors })
    await open({})
    await button('with MetaMask').click()
    await shown('Base (chain ID 8453) is not set up in MetaMask').waitFor()
    await expect.poll(announced).toContain('Add this network')
  })

  test('sends nothing if the price changed before the customer confirmed', async () => {
    await install({ name: 'MetaMask', waits: ['eth_requestAccounts'] })
    await open({})
    await button('with MetaMask').click()
    await walletWaits()
    fixture.responses.session = await next(usdc)()
    await headline('120.00 USDC').waitFor()
    await page.evaluate('window.answerWallet()')
    await shown('nothing was sent').waitFor()
    expect(JSON.stringify(await requests())).not.toContain('eth_sendTransaction')
  })
})

describe('the choice of how to pay', () => {
  const provisional = { ...choosing, provisional: true }

  test('says what each coin costs, how long it takes and whether its fee is high', async () => {
    const slow = choices.map((each) => ({
      ...each,
      confirmedInSeconds: each.chainId === 1 ? 180 : 60,
    }))
    await open({ ...provisional, choices: slow })
    const first = page.locator('.coin').first()
    await first.getByText('ETH on Base').waitFor()
    await expect
      .poll(() => first.textContent())
      .toContain('SuggestedEther · about 1 minute · low fee')
    await expect
      .poll(() => button('USDC on Ethereum').textContent())
      .toMatch(/120\.00\sUSDC.*about 3 minutes · higher fee/)
    // No recent price: the choice asks for one.
    expect(await button('USDT on Ethereum').textContent()).not.toMatch(/\sUSDT/)
  })

  test('leaves out what is equal for all of them', async () => {
    await open({ ...provisional, choices: choices.filter(({ chainId }) => chainId !== 1) })
    await button('ETH on Base').waitFor()
    const facts = page.locator('.coin-facts')
    await expect
      .poll(() => facts.allTextContents())
      .toEqual(['SuggestedEther', 'Ether', 'USD Coin', 'USD Coin'])
  })

  test('leads back to the email, which can be corrected until the address is shown', async () => {
    fixture.responses.details = next(provisional)
    await open({ ...asking, provisional: true })
    await page.getByLabel('Email').fill('ann@example.com')
    await button('Continue').click()
    await headline('Choose how to pay').waitFor()
    await shown('ann@example.com').waitFor()
    await button('Change email').click()
    await headline('Your details').waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ann@example.com')
    await page.getByLabel('Email').fill('ana@example.com')
    fixture.responses.details = next({ ...provisional, version: 3 })
    await button('Continue').click()
    await shown('ana@example.com').waitFor()
    await expect
      .poll(() => posted('details'))
      .toEqual([{ email: 'ann@example.com' }, { email: 'ana@example.com' }])
    await page.reload()
    await shown('ana@example.com').waitFor()
  })

  test('has no way back once the address was shown', async () => {
    await open({ choices })
    await button('another coin').click()
    await headline('Choose how to pay').waitFor()
    expect(await button('Change email').count()).toBe(0)
  })
})
