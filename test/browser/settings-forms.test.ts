import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { type DashboardFixture, ok } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { settings } from './dashboard-visits.ts'
import { calmOverview } from './money-replies.ts'
import { openScreen } from './open-screen.ts'

let fixture: DashboardFixture
let page: Page
/** The stored settings. */
let stored: Record<string, unknown>

eachWithDashboardPage((opened) => {
  ;({ fixture, page } = opened)
})
beforeEach(async () => {
  stored = settings
  fixture.replies.set('get-settings', () => ok(stored))
  fixture.replies.set('change-settings', (input) => {
    stored = { ...stored, ...valuesIn(input) }
    return ok(stored)
  })
  await openScreen({ fixture, page }, 'settings')
  await field('Time to pay').waitFor()
})

const field = (label: string) => page.getByLabel(label, { exact: true })

const section = (title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const save = (title: string) =>
  section(title).getByRole('button', { name: 'Save', exact: true }).click()

const changed = z.object({ values: z.record(z.string(), z.unknown()) })

const valuesIn = (input: unknown) => changed.parse(input).values

const sent = () =>
  fixture.calls.filter(({ name }) => name === 'change-settings').map(({ input }) => valuesIn(input))

test('sends only what was touched, and reverts nothing that another owner has changed', async () => {
  await field('Time to pay').fill('15')
  stored = { ...stored, lateGraceSeconds: 1200, quoteTtlSeconds: 120 }
  await save('Payments')
  await expect.poll(sent).toEqual([{ sessionTtlSeconds: 900 }])
  await expect.poll(() => field('Late payments').inputValue()).toBe('20')
  await expect.poll(() => field('Time to pay').inputValue()).toBe('15')
})

test('shows what another owner has changed, on the next visit', async () => {
  await page.getByRole('link', { name: 'API keys' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  stored = { ...stored, confirmations: { 1: 40 }, businessName: 'Northfield Books' }
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect.poll(() => field('Ethereum').inputValue()).toBe('40')
  await expect.poll(() => field('Business name').inputValue()).toBe('Northfield Books')
  await field('Base').fill('3')
  await save('Confirmations')
  await expect.poll(sent).toEqual([{ confirmations: { 8453: 3 } }])
})

test('keeps what is typed while the rest is saved', async () => {
  let respond = () => {}
  const isTyped = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/api/dashboard/change-settings', async (route) => {
    await isTyped
    await route.continue()
  })
  await field('Time to pay').fill('15')
  await save('Payments')
  await section('Payments').getByRole('button', { name: 'Saving…' }).waitFor()
  await field('Late payments').fill('30')
  respond()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => field('Late payments').inputValue()).toBe('30')
  await save('Payments')
  await expect.poll(sent).toEqual([{ sessionTtlSeconds: 900 }, { lateGraceSeconds: 1800 }])
})

test('can be saved only if something has changed, and forgets it if that is wished', async () => {
  const saves = section('Limits').getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => saves.count()).toBe(0)
  await field('Webhooks').fill('6')
  await expect.poll(() => saves.count()).toBe(1)
  await section('Limits').getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.poll(() => field('Webhooks').inputValue()).toBe('5')
  await expect.poll(() => saves.count()).toBe(0)
})

test('takes times in hours, too', async () => {
  await field('Time to pay').fill('2')
  await field('Unit of Time to pay').selectOption('hours')
  await save('Payments')
  await expect.poll(sent).toEqual([{ sessionTtlSeconds: 7200 }])
})

test('sends the address of a chat only if it can be one, so that a typo asks for no proof', async () => {
  await page.getByRole('button', { name: 'Add a destination' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Send to').selectOption('slack')
  const url = dialog.getByLabel('Webhook URL', { exact: true })
  const add = dialog.getByRole('button', { name: 'Send a test and add it' })
  const asked = () => fixture.calls.filter(({ name }) => name === 'add-notice-destination').length
  await url.fill('https://hooks.slack.com/workflows/T0123456/B0123456')
  await add.click()
  await dialog.getByText('This is not the URL of such a webhook').waitFor()
  expect(asked()).toBe(0)
  await url.fill('https://hooks.slack.com/services/T0123456/B0123456/aaaabbbbccccddddeeeeffff')
  await add.click()
  await expect.poll(asked).toBe(1)
})

test('pauses new payments after saying what stops, shows it on every page, and accepts them again', async () => {
  const banner = page.getByText('New payments are paused. Those that have begun continue.')
  await section('New payments').getByRole('button', { name: 'Pause new payments' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Payments that have begun continue').waitFor()
  expect(sent()).toEqual([])
  await dialog.getByRole('button', { name: 'Pause new payments' }).click()
  await banner.waitFor()
  await page.getByRole('link', { name: 'API keys' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await banner.waitFor()
  await page.getByRole('status').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Accept payments again' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(sent()).toEqual([{ acceptNewPayments: false }, { acceptNewPayments: true }])
})

test('does not say during a restore that customers can begin payments', async () => {
  fixture.replies.set('show-overview', ok({ ...calmOverview, newPayments: 'restoring' }))
  await page.reload()
  await section('New payments').getByText('it accepts no new payments').waitFor()
  expect(await page.getByText('Customers can begin payments').count()).toBe(0)
})

test('goes to a section from the list beside', async () => {
  await page.getByRole('navigation', { name: 'Sections' }).getByText('Limits').click()
  await expect.poll(() => page.url()).toMatch(/#limits$/)
  expect(await field('API requests').isVisible()).toBe(true)
})

test('takes a color from the picker, and warns of one that is hard to see', async () => {
  await field('Pick a color').fill('#fff7c0')
  await expect.poll(() => field('Color of buttons').inputValue()).toBe('#fff7c0')
  await page.getByText('This color hardly differs from the page').waitFor()
})

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('shows a logo that was dropped, saves and removes it', async () => {
  const drop = (type: string) => dropAt('.drop', { type, base64: pixel })
  await page.evaluate(drop('image/svg+xml'))
  await page.getByText('Choose a PNG, JPEG or WebP image.').waitFor()
  await page.evaluate(drop('image/png'))
  await section('Your brand').getByRole('img', { name: 'Logo' }).waitFor()
  await save('Your brand')
  await expect.poll(sent).toEqual([{ logo: pixel }])
  stored = { ...stored, logo: 'a'.repeat(16) }
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await save('Your brand')
  await expect.poll(sent).toEqual([{ logo: pixel }, { logo: null }])
})

const dropAt = (selector: string, { type, base64 }: { type: string; base64: string }) => `(() => {
  const bytes = Uint8Array.from(atob('${base64}'), (each) => each.charCodeAt(0))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([bytes], 'logo', { type: '${type}' }))
  const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
  document.querySelector('${selector}').dispatchEvent(event)
})()`

test.each([
  ['Time to pay', '300.5', 'Enter a whole number, from 1 minute to 1 day.'],
  ['Tolerance', '5.1', 'Enter a number from 0 to 5, with at most 2 decimals.'],
  ['Ethereum', '1001', 'Enter a whole number from 1 to 1,000.'],
])('says which numbers are allowed: %s', async (label, value, problem) => {
  await field(label).fill(value)
  await page.getByText(problem, { exact: true }).waitFor()
})
