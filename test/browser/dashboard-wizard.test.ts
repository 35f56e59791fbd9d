import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callNode, ignored, toQuantity } from '../../infra/local/chains/call-node.ts'
import type { InstanceFile } from '../../infra/local/instance-file.ts'
import { accountKeyAt } from '../../shared/payments/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import type { RunningInstance } from '../instance.ts'
import type { Complaints } from './chromium.ts'
import { startUnclaimedPage } from './start-unclaimed-page.ts'

const owner = {
  name: 'Jonas Weber',
  email: 'jonas@northfield.example',
  password: 'a long password',
}

let instance: RunningInstance<InstanceFile>
let context: BrowserContext
let page: Page
let complaints: Complaints

beforeAll(async () => {
  const started = await startUnclaimedPage()
  ;({ instance, context, page, complaints } = started)
  return started.stop
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('the owner claims the instance, after mistakes', async () => {
  await page.goto(`${instance.baseUrl}/dashboard/`)
  await heading('Who owns this instance?').waitFor()
  await button('Claim this instance').click()
  await expect.poll(() => page.locator('.note.bad').allTextContents()).toHaveLength(4)
  await page.getByLabel('Setup token').fill('not the token')
  await page.getByLabel('Your name').fill(owner.name)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill('short')
  await button('Claim this instance').click()
  await page.locator('.note.bad').getByText('5 of 12 characters').waitFor()
  await page.getByLabel('Password').fill(owner.password)
  await button('Claim this instance').click()
  await page.getByText('not the setup token of this instance').waitFor()
  await page.getByLabel('Setup token').fill(instance.instance.setupToken)
  await button('Claim this instance').click()
  await heading('Protect your account').waitFor()
})

test('the second factor is asked for after a reload, too, and is a passkey', async () => {
  await page.reload()
  await heading('Protect your account').waitFor()
  await button('Make a passkey').click()
  // The one proof of the whole wizard.
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByLabel('Password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('Keep these recovery codes').waitFor()
  expect(await page.locator('.recovery li').count()).toBe(10)
  await page.getByLabel('I have stored them').check()
  await button('Continue').click()
  await heading('Make the wallet in your terminal').waitFor()
  await page.getByText('npm run operate -- wallet create').waitFor()
})

test('imported words are completed and checked', async () => {
  await button('Import').click()
  const words = page.getByLabel('Words')
  await words.fill('aband')
  await words.press('Tab')
  await expect.poll(() => words.inputValue()).toBe('abandon ')
  await words.fill('abandon '.repeat(24))
  await page.getByText('don’t belong together').waitFor()
  await words.fill('abandon abandonn')
  await page.getByText('“abandonn” is not in the list').waitFor()
})

test('words that hold money are refused until they are confirmed', async () => {
  const { rpcUrl = '' } = instance.instance.chains.find(({ mode }) => mode === 'test') ?? {}
  const params = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', toQuantity(10n ** 18n)]
  await callNode(rpcUrl, { method: 'anvil_setBalance', params }, ignored)
  await page.getByLabel('Words').fill(`${'test '.repeat(11)}junk`)
  await button('Import the wallet').click()
  await page.getByText('These words hold money already').waitFor()
  await page.getByText('on Local test chain').first().waitFor()
  await button('Import the wallet').click()
  await page.getByText('Check the box first, or enter other words.').waitFor()
  await page.getByLabel('These are not the words of my savings').check()
  // Other words have to be confirmed again.
  await page.getByLabel('Words', { exact: true }).fill('abandon')
  await expect.poll(() => page.getByText('These words hold money already').count()).toBe(0)
  await button('Here').click()
  await heading('Write down these 24 words').waitFor()
})

test('a watch-only instance refuses a private key, and a key that fits no address', async () => {
  await button('Watch-only').click()
  await heading('Give public keys instead of words').waitFor()
  const [live, test] = [
    page.getByRole('group', { name: 'Live' }),
    page.getByRole('group', { name: 'Test' }),
  ]
  await live.getByLabel('Extended public key').fill(`xprv${'9'.repeat(100)}`)
  await live.getByText('This is a private key').waitFor()
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  for (const [group, path] of [
    [live, [44, 60, 7]],
    [test, [44, 1, 7]],
  ] as const) {
    const key = accountKeyAt(words, path)
    await group.getByLabel('Extended public key').fill(key)
    await group.getByLabel('/0/0').fill(deriveDepositAddress(key, 0))
    await group.getByLabel('/0/1').fill(deriveDepositAddress(key, 2))
  }
  await button('Watch these accounts').click()
  await live.getByText('The key makes another address').waitFor()
  await button('Here').click()
  await heading('Write down these 24 words').waitFor()
})

test('new words are shown, confirmed and saved, and a page that waits for them continues', async () => {
  const waiting = await context.newPage()
  await waiting.goto(`${instance.baseUrl}/dashboard/`)
  await waiting.getByText('This page continues when the wallet is stored.').waitFor()
  await button('Show the words').click()
  const words = await page.locator('.words li').allTextContents()
  expect(words).toHaveLength(24)
  await button('I wrote them down').click()
  await heading('Confirm your words').waitFor()
  for (const group of await page.locator('.word-choices').all()) {
    const position = Number(/\d+/.exec((await group.locator('legend').textContent()) ?? '')?.[0])
    const word = words[position - 1]?.replace(/^\d+\s*/, '') ?? ''
    await group.getByRole('radio', { name: word, exact: true }).check()
  }
  await button('Save the wallet').click()
  await heading('Choose your networks').waitFor()
  await waiting.getByRole('heading', { level: 1, name: 'Choose your networks' }).waitFor()
  await waiting.close()
})

test('the networks are there after a reload, and are tested', async () => {
  await page.reload()
  await button('Test all nodes').click()
  await page.getByText('Each network shows what was found').first().waitFor()
  await button('Continue').click()
  await heading('Where does the money go?').waitFor()
})

const payoutAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

test('each network needs a payout wallet, and wrong addresses are refused', async () => {
  await page.getByText('0 of 2 networks have a payout wallet.').waitFor()
  await page.getByText('Missing: Local live chain, Local test chain.').waitFor()
  const [live, test] = [page.getByLabel('chain (Live)'), page.getByLabel('chain (Test)')]
  await live.fill('0x52908400098527886E0F7030069857D2E4169Ee7')
  await test.fill(`0x${'0'.repeat(39)}1`)
  await button('Save').click()
  await page.getByText('wrong checksum').waitFor()
  await page.getByText('nobody has the key of').waitFor()
  await expect.poll(() => live.getAttribute('aria-invalid')).toBe('true')
  await live.fill(payoutAddress)
  await test.fill('')
  await button('Save').click()
  await page.getByText('Enter an address, or leave this network out.').waitFor()
  await page.getByText('1 of 2 networks have a payout wallet.').waitFor()
})

test('what was saved is there after a reload, and one that is left out is asked for again', async () => {
  await page.reload()
  await page.getByText('Missing: Local test chain.').waitFor()
  await button('Leave out Local test chain').click()
  await page.getByText('Left out: Local test chain.').waitFor()
  await page.goto(`${instance.baseUrl}/dashboard/`)
  await page.goto(`${instance.baseUrl}/dashboard/setup?step=payouts`)
  await page.getByText('Left out: Local test chain.').waitFor()
  await button('Set an address Local test chain').click()
  // Live mode's address is not taken over, nor the other way round.
  expect(await page.getByLabel('chain (Test)').inputValue()).toBe('')
  expect(await page.getByText('Use the same address').count()).toBe(0)
  await page.getByLabel('chain (Test)').fill(payoutAddress)
  await button('Save').click()
  await heading('Make a test payment').waitFor()
})

test('going back keeps what was saved', async () => {
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByText('2 of 2 networks have a payout wallet.').waitFor()
  await page.goBack()
  await heading('Make a test payment').waitFor()
})

test('a test payment continues after a reload and in another tab, and is paid with play money', async () => {
  await page.getByLabel('Coin').selectOption({ label: 'USDC, Local test chain' })
  await button('Create the payment').click()
  await button('Pay with play money').waitFor()
  const address = await page.locator('.pay-to .address').textContent()
  await page.reload()
  await button('Pay with play money').waitFor()
  await expect.poll(() => page.locator('.pay-to .address').textContent()).toBe(address)
  const other = await context.newPage()
  await other.goto(`${instance.baseUrl}/dashboard/setup`)
  await expect.poll(() => other.locator('.pay-to .address').textContent()).toBe(address)
  await other.close()
  await button('Pay with play money').click()
  await page.getByText('Paid. Your instance works.').waitFor()
  await page.reload()
  await page.getByText('Paid. Your instance works.').waitFor()
  await button('Continue').click()
})

/** The key in the code that is shown. */
async function shownKey(): Promise<string> {
  await page.getByText('Copy the key now').waitFor()
  const code = (await page.locator('pre').last().textContent()) ?? ''
  return /ck_test_\w{32}/.exec(code)?.[0] ?? ''
}

async function statusWith(key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}` }
  return (await fetch(`${instance.baseUrl}/api/v1/checkout_sessions`, { headers })).status
}

test('the last page names what to keep, with the addresses of this instance', async () => {
  await heading('You are ready').waitFor()
  const kept = page.locator('section', { has: page.getByRole('heading', { name: 'Keep these' }) })
  await kept.getByText('The recovery words').waitFor()
  // The test payment was the first session.
  await kept.getByText('Live 0, test 1.').waitFor()
  await expect.poll(() => kept.locator('.address').count()).toBe(2)
  await kept.getByText('Copy the data folder').waitFor()
  await kept.getByRole('link', { name: 'Live keys' }).click()
  await heading('API keys').waitFor()
  await page.goBack()
})

test('the first key is shown once with code, and a reload offers to roll it', async () => {
  await heading('You are ready').waitFor()
  await button('Create a test key').click()
  const first = await shownKey()
  await page.reload()
  await page.getByText('Its secret was shown once').waitFor()
  await button('Roll this key').click()
  expect(await statusWith(await shownKey())).toBe(200)
  // It was never used, so no function remembers it for the minute that keys are cached.
  expect(await statusWith(first)).toBe(401)
  await page.getByRole('link', { name: 'Open the dashboard' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
})

const responseOf = (operation: string) =>
  page.waitForResponse(`${instance.baseUrl}/api/dashboard/${operation}`)

async function leave(): Promise<void> {
  await page.getByRole('button', { name: owner.name }).click()
  await button('Sign out').click()
}

test('a passkey that the browser offers signs in again', async () => {
  // The device confirms by itself, so the sign-in page is gone as soon as it is shown.
  const offered = responseOf('sign-in-with-passkey')
  await leave()
  expect((await offered).status()).toBe(200)
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
})

test('a passkey signs in from a browser that does not offer it', async () => {
  await page.addInitScript(
    'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)',
  )
  await leave()
  await heading('Sign in').waitFor()
  await button('Sign in with a passkey').click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  expect(complaints).toEqual({ console: [], foreign: [] })
})
