import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { type DashboardFixture, ok } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { screens } from './dashboard-screens.ts'
import { settings } from './dashboard-visits.ts'

let fixture: DashboardFixture
let page: Page
/** As they are stored. */
let stored: Record<string, unknown>

eachWithDashboardPage((opened) => {
  ;({ fixture, page } = opened)
})
beforeEach(async () => {
  stored = settings
  const { replies = {} } = screens['settings'] ?? {}
  for (const [name, reply] of Object.entries(replies)) fixture.replies.set(name, reply)
  fixture.replies.set('get-settings', () => ok(stored))
  fixture.replies.set('change-settings', (input) => {
    stored = { ...stored, ...valuesIn(input) }
    return ok(stored)
  })
  await page.goto(`${fixture.url}/dashboard/live/settings`)
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
  await field('Time to pay').fill('900')
  stored = { ...stored, lateGraceSeconds: 1200, quoteTtlSeconds: 120 }
  await save('Payments')
  await expect.poll(sent).toEqual([{ sessionTtlSeconds: 900 }])
  await expect.poll(() => field('Late payments').inputValue()).toBe('1200')
  await expect.poll(() => field('Time to pay').inputValue()).toBe('900')
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
  await field('Time to pay').fill('900')
  await save('Payments')
  await section('Payments').getByRole('button', { name: 'Saving…' }).waitFor()
  await field('Late payments').fill('1800')
  respond()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => field('Late payments').inputValue()).toBe('1800')
  await save('Payments')
  await expect.poll(sent).toEqual([{ sessionTtlSeconds: 900 }, { lateGraceSeconds: 1800 }])
})

test('saves nothing if nothing was touched', async () => {
  await save('Limits')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(sent()).toEqual([])
})

test.each([
  ['Time to pay', '300.5', 'Enter a whole number from 60 to 86,400.'],
  ['Tolerance', '5.1', 'Enter a number from 0 to 5, with at most 2 decimals.'],
  ['Ethereum', '1001', 'Enter a whole number from 1 to 1,000.'],
])('says which numbers are allowed: %s', async (label, value, problem) => {
  await field(label).fill(value)
  await page.getByText(problem, { exact: true }).waitFor()
})
