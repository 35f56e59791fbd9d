import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RunningInstance } from '../instance.ts'
import { violationsOn } from './axe.ts'
import { eachWithInstancePage } from './instance-page.ts'
import { confirm, signInAt } from './operator-visit.ts'

let instance: RunningInstance
let context: BrowserContext
let page: Page

eachWithInstancePage({}, (opened) => {
  ;({ instance, context, page } = opened)
})

async function signIn(password = instance.instance.owner.password): Promise<void> {
  await page.getByLabel('Email').fill(instance.instance.owner.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const at = (path: string) => `${instance.baseUrl}/dashboard${path}`
const openSignedIn = (path: string) => signInAt(page, at(path), instance.instance.owner)

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('a wrong password is refused, and the right one opens the page that was asked for', async () => {
  await page.goto(at('/test/keys'))
  await signIn('this is not the password')
  await page.getByText('Email, password or code is wrong').waitFor()
  await signIn()
  await heading('API keys').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/test/keys')
})

test('an API key is created, used, and revoked by its name', async () => {
  await openSignedIn('/test/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Webshop')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await confirm(page, instance.instance.owner)
  const key = await dialog.locator('.secret').textContent()
  const list = (resource: string) =>
    fetch(`${instance.baseUrl}/api/v1/${resource}`, { headers: { Authorization: `Bearer ${key}` } })
  expect((await list('checkout_sessions')).status).toBe(200)
  await page.keyboard.press('Escape')
  await dialog.getByText('Your new key').waitFor()
  await dialog.getByLabel('I have stored the key').check()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('listitem').filter({ hasText: 'Webshop' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByText('Type the name of the key').waitFor()
  await dialog.getByLabel('Type “Webshop” to confirm').fill('Webshop')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await confirm(page, instance.instance.owner)
  await page.getByText('Webshop is revoked').waitFor()
  // A function that has just used the key accepts it for up to a minute; this one has not.
  expect((await list('payment_links')).status).toBe(401)
})

test('a key that is rolled works until its end, beside the new one', async () => {
  await openSignedIn('/test/keys')
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('listitem').filter({ hasText: 'First key' }).first()
  await row.getByRole('button', { name: 'Roll' }).click()
  await dialog.getByRole('button', { name: 'Roll' }).click()
  await confirm(page, instance.instance.owner)
  const key = await dialog.locator('.secret').textContent()
  await dialog.getByLabel('I have stored the key').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('works until').waitFor()
  for (const each of [key, instance.instance.apiKeys.test]) {
    const { status } = await fetch(`${instance.baseUrl}/api/v1/payment_links`, {
      headers: { Authorization: `Bearer ${each}` },
    })
    expect(status).toBe(200)
  }
})

test('settings are saved, and what the service refuses stands at its field', async () => {
  await openSignedIn('/test/settings')
  const form = page.locator('section').filter({ hasText: 'Your brand' })
  await form.getByLabel('Color of buttons').fill('#777777')
  await form.getByText('hard to read').waitFor()
  await form.getByLabel('Color of buttons').fill('#7a2e8e')
  await form.getByLabel('Business name').fill('Northfield Press')
  await form.getByLabel('Support').fill('not an address')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('must be an email address').waitFor()
  await form.getByLabel('Support').fill('help@northfield.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await confirm(page, instance.instance.owner)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => form.getByLabel('Business name').inputValue()).toBe('Northfield Press')
})

test('the checkout shows the ways to pay in the order of the settings', async () => {
  await openSignedIn('/test/settings')
  const section = page.locator('section').filter({ hasText: 'Order of the ways to pay' })
  await section.getByRole('button', { name: 'Move MoonPay up' }).click()
  await section.getByRole('button', { name: 'Save' }).click()
  await confirm(page, instance.instance.owner)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  const names = section.getByRole('listitem')
  await names.nth(2).getByText('MoonPay').waitFor()
})

test('the audit log is filtered by who did it and to what, in the address', async () => {
  await openSignedIn('/live/audit')
  const { email } = instance.instance.owner
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Signed in' })
    .first()
    .getByRole('link', { name: email, exact: true })
    .last()
    .click()
  await page.getByRole('button', { name: 'Clear: By' }).waitFor()
  expect(new URL(page.url()).searchParams.get('actor')).toMatch(/^op_/)
  await page.getByRole('button', { name: 'Clear: By' }).click()
  await page.getByRole('button', { name: 'Clear: By' }).waitFor({ state: 'detached' })
  await page.goto(`${instance.baseUrl}/dashboard/live/audit?target=nothing`)
  await page.getByText('Nobody has done this yet.').waitFor()
})

/** Lists of a new instance, by the words of one that is empty. */
const emptyPages: Readonly<Record<string, string>> = {
  Payments: 'No payments yet',
  Links: 'No links yet',
  Customers: 'No customers yet',
  Webhooks: 'No endpoints yet',
  Events: 'No events yet',
}
const listPages = ['Payouts', 'Networks', 'API keys', 'Doctor', 'Settings', 'Audit log']

test('every page works on the instance, without violations', async () => {
  await openSignedIn('/test/home')
  await heading('Take your first payment').waitFor()
  for (const name of [...Object.keys(emptyPages), ...listPages]) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
    await page.locator('main .rows, main form, main .empty').first().waitFor()
    await expect.poll(() => page.locator('main [aria-busy]').count()).toBe(0)
    const none = emptyPages[name]
    if (none) await page.getByText(none).waitFor()
    expect([name, await violationsOn(page)]).toEqual([name, []])
    await expect.poll(() => page.title()).toMatch(/^Test: /)
  }
})

test('Home ends in a link whose payment it then shows', async () => {
  await openSignedIn('/test/home')
  await page.getByRole('button', { name: 'Create test link' }).click()
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open and pay' }).click()
  const checkout = await opening
  await checkout.getByText('$5.00').first().waitFor()
  await page.reload()
  const latest = page.getByRole('table', { name: 'Latest payments' })
  await latest.getByText('Test payment').waitFor()
})

test('nodes are tested while the operator waits', async () => {
  await openSignedIn('/test/networks')
  await page.getByRole('button', { name: 'Test all nodes' }).click()
  await page.getByText('Each network shows what was found').waitFor()
})

test('when the session ends, the page asks to sign in, and continues where it was', async () => {
  await openSignedIn('/test/keys')
  await heading('API keys').waitFor()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('Your session has ended').waitFor()
  await signIn()
  await heading('Audit log').waitFor()
})

test('without a connection, what is shown stays and is marked, until it is back', async () => {
  await openSignedIn('/test/keys')
  await page.getByText('Active keys').waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Networks' }).click()
  await page.getByText('No connection').waitFor()
  await page.goBack()
  await page.getByText('Active keys').waitFor()
  await context.setOffline(false)
  await page.getByText('No connection').waitFor({ state: 'detached' })
})
