import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPagesIfChanged } from '../../infra/build/build-pages.ts'
import { type Complaints, launchChromium, openPage } from './chromium.ts'
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts'
import { screens } from './dashboard-screens.ts'

let browser: Browser
let fixture: DashboardFixture
let context: BrowserContext
let page: Page
let complaints: Complaints

beforeAll(async () => {
  await buildPagesIfChanged()
  browser = await launchChromium()
  fixture = await startDashboardFixture()
})
afterAll(async () => {
  await browser?.close()
  await fixture?.close()
})
beforeEach(async () => {
  fixture.replies.clear()
  fixture.calls.length = 0
  context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const opened = await openPage(context, fixture.url)
  page = opened.page
  complaints = opened.complaints
})
afterEach(async () => {
  expect(await page.evaluate('window.isBroken')).toBe(undefined)
  expect(complaints).toEqual({ console: [], foreign: [] })
  await context.close()
})

const markup = `<img src=x onerror="window.isBroken = 1"><script>window.isBroken = 1</script>`

/** What people and machines type into fields. */
const hostile: Readonly<Record<string, string>> = {
  nothing: '',
  spaces: '   ',
  'control characters': '\u0000\u0007\u001b[31m\u202e\u2028',
  markup,
  emoji: '🧾👩‍👩‍👧‍👦',
  'a formula': '=HYPERLINK("http://x","y")',
  'a wrong type': '[object Object]',
  'a negative number': '-1',
  'a huge number': '1e309',
  '64 KB': 'x'.repeat(65_536),
}

type FormCase = {
  screen: string
  /** Within the dialog that is open then, or on the page. */
  field: string
  submit: string
  /** What is sent, and what the service calls the field. */
  operation: string
  param: string
  /** Valid values of the others. */
  others?: Readonly<Record<string, string>>
}

const hash = `0x${'ab'.repeat(32)}`
const transaction = 'Transaction'
const note = 'Note for the audit log'
const link = { Title: 'Letters', Price: '12.50', Currency: 'USD' }

const forms: readonly FormCase[] = [
  {
    ...{ screen: 'payment', field: note, submit: 'Accept as paid' },
    ...{ operation: 'accept-payment', param: 'note' },
  },
  {
    ...{ screen: 'payment', field: note, submit: 'Dismiss' },
    ...{ operation: 'dismiss-session', param: 'note' },
  },
  ...(['Amount', transaction, note] as const).map((field) => ({
    ...{ screen: 'bad-refund', field, submit: 'Record refund', operation: 'record-refund' },
    param: { Amount: 'amount', [transaction]: 'txHash', [note]: 'note' }[field] ?? '',
    others: { Amount: '1', [transaction]: hash, [note]: 'Returned' },
  })),
  ...Object.entries({
    Title: 'title',
    Price: 'fiatAmount',
    Currency: 'fiatCurrency',
    Description: 'description',
    'After the payment': 'successUrl',
  }).map(([field, param]) => ({
    ...{ screen: 'bad-link', field, submit: 'Create link', operation: 'add-link', param },
    others: link,
  })),
  {
    ...{ screen: 'payouts-resolve', field: 'Note', submit: 'Resolve' },
    ...{ operation: 'accept-payment', param: 'note' },
  },
  {
    ...{ screen: 'payouts-abandon', field: 'Note', submit: 'Abandon' },
    ...{ operation: 'abandon-sweep', param: 'note' },
  },
  {
    ...{ screen: 'webhooks-add', field: 'URL', submit: 'Add endpoint' },
    ...{ operation: 'add-webhook-endpoint', param: 'url' },
  },
]

const replacements: Readonly<Record<string, { screen: string; clicks: readonly string[] }>> = {
  'bad-refund': { screen: 'payment', clicks: ['Record refund'] },
  'bad-link': { screen: 'link-new', clicks: [] },
}

async function open(name: string): Promise<Locator> {
  const { screen, clicks } = replacements[name] ?? { screen: name, clicks: undefined }
  const found = screens[screen]
  if (!found) throw new Error(`there is no screen ${screen}`)
  for (const [operation, reply] of Object.entries(found.replies)) {
    fixture.replies.set(operation, reply)
  }
  await page.goto(`${fixture.url}/dashboard${found.path}`)
  for (const button of clicks ?? found.clicks ?? []) {
    await page.getByRole('button', { name: button, exact: true }).first().click()
  }
  const dialog = page.getByRole('dialog')
  return (clicks ?? found.clicks ?? []).length > 0 ? dialog : page.locator('main')
}

/** The note below a field that says what is wrong with it. */
const errorAt = (label: string) =>
  page
    .locator('.field')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .locator('.note.bad')

describe.each(forms)(
  '$operation: $field',
  ({ screen, field, submit, operation, param, others }) => {
    test('says at the field what is wrong, and keeps what was typed', async () => {
      const message = `${param} must be something else.`
      const error = { type: 'invalid_request', code: 'parameter_invalid', message, param }
      const scope = await open(screen)
      fixture.replies.set(operation, { status: 400, body: { error } })
      const input = scope.getByLabel(field, { exact: true })
      await input.waitFor()
      for (const [name, value] of Object.entries(others ?? {})) {
        await scope.getByLabel(name, { exact: true }).fill(value)
      }
      for (const [kind, value] of Object.entries(hostile)) {
        await input.fill(value)
        const typed = await input.inputValue()
        await scope.getByRole('button', { name: submit, exact: true }).click()
        await errorAt(field).waitFor()
        expect([kind, await input.inputValue()]).toEqual([kind, typed])
      }
    })
  },
)

const hostileFilters = Object.values(hostile).filter((value) => value.length < 4_000)

test.each([
  ['payments', ['status', 'network', 'coin', 'link', 'created']],
  ['customers', ['email']],
  ['events', ['type', 'session', 'created']],
  ['payouts', ['before']],
  ['links', ['active']],
])('%s: filters in the address that make no sense break nothing', async (screen, names) => {
  const found = screens[screen]
  for (const [operation, reply] of Object.entries(found?.replies ?? {})) {
    fixture.replies.set(operation, reply)
  }
  for (const value of hostileFilters) {
    const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, value])))
    await page.goto(`${fixture.url}/dashboard${found?.path}?${query}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
  }
})

test('the search takes whatever is pasted, and asks for nothing that can’t be found', async () => {
  await open('keys')
  fixture.replies.set('search', { status: 200, body: { results: [] } })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Search, or go to a page' })
  for (const value of Object.values(hostile)) {
    await input.fill(value)
    await expect.poll(() => page.getByText('Searching…').count()).toBe(0)
    expect((await input.inputValue()).length).toBe(value.replace(/[\r\n]/g, '').length)
  }
  const asked = fixture.calls.filter(({ name }) => name === 'search')
  expect(JSON.stringify(asked).length).toBeLessThan(4_000)
})
