import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { InstanceFile } from '../../infra/local/instance-file.ts'
import { accountKeyAt } from '../../shared/payments/wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import type { RunningInstance } from '../instance.ts'
import type { Complaints } from './chromium.ts'
import { saveScreenshot } from './device-pages.ts'
import { confirm } from './operator-visit.ts'
import { startUnclaimedPage } from './start-unclaimed-page.ts'

const password = 'a long password'
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const accounts = { Live: [44, 60, 7], Test: [44, 1, 7] } as const
const keyOf = (mode: keyof typeof accounts) => accountKeyAt(words, accounts[mode])

let instance: RunningInstance<InstanceFile>
let page: Page
let complaints: Complaints

beforeAll(async () => {
  const started = await startUnclaimedPage()
  ;({ instance, page, complaints } = started)
  return started.stop
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

const shoot = (name: string) => saveScreenshot(page, `watch-only-${name}`)

test('the owner gives public keys', async () => {
  await page.goto(`${instance.baseUrl}/dashboard/`)
  await page.getByLabel('Setup token').fill(instance.instance.setupToken)
  await page.getByLabel('Your name').fill('Jonas Weber')
  await page.getByLabel('Email').fill('jonas@northfield.example')
  await page.getByLabel('Password').fill(password)
  await button('Claim this instance').click()
  await button('Make a passkey').click()
  await confirm(page, { password })
  await page.getByLabel('I have stored them').check()
  await button('Continue').click()
  await button('Watch-only').click()
  for (const mode of ['Live', 'Test'] as const) {
    const group = page.getByRole('group', { name: mode })
    await group.getByLabel('Extended public key').fill(keyOf(mode))
    await group.getByLabel('/0/0').fill(deriveDepositAddress(keyOf(mode), 0))
    await group.getByLabel('/0/1').fill(deriveDepositAddress(keyOf(mode), 1))
  }
  await shoot('keys')
  await button('Watch these accounts').click()
  await heading('Choose your networks').waitFor()
  await shoot('networks')
})

test('no payout wallet is asked for', async () => {
  await button('Continue').click()
  await page.getByText('You sweep it yourself.').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await shoot('payouts-step')
  await button('Continue').click()
})

test('a test payment is received', async () => {
  await heading('Make a test payment').waitFor()
  await button('Create the payment').click()
  await button('Pay with play money').click()
  await page.getByText('Paid. Your instance works.').waitFor()
  await shoot('payment')
  await button('Continue').click()
})

test('the last page names the words that sweep, and no wallet that would', async () => {
  await heading('You are ready').waitFor()
  await page.getByText('the words of your two accounts').waitFor()
  await page.getByText('Live 0, test 1.').waitFor()
  expect(await page.getByText('gas wallets').count()).toBe(0)
  await shoot('done')
  await page.getByRole('link', { name: 'Open the dashboard' }).click()
})

test('Home and Payouts name the owner’s command instead of a sweep', async () => {
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  expect(await page.getByText('Payout wallets').count()).toBe(0)
  await shoot('home')
  await page.goto(`${instance.baseUrl}/dashboard/test/payouts`)
  const command = `npm run recover -- --mode test --account "m/44'/1'/7'" --next-index 1`
  await page.getByText(command, { exact: true }).waitFor()
  await page.getByText('None. All money belongs to a payment.').waitFor()
  expect(await page.getByRole('heading', { name: /^(Sweeps|Gas wallet)$/ }).count()).toBe(0)
  await shoot('payouts')
  expect(complaints).toEqual({ console: [], foreign: [] })
})
