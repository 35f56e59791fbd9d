import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import type { Complaints } from './chromium.ts'
import { type DashboardFixture, invalid, rejected } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { type ScreenName, screenOf } from './dashboard-screens.ts'
import { openScreen } from './open-screen.ts'

let fixture: DashboardFixture
let page: Page
let complaints: Complaints

eachWithDashboardPage((opened) => {
  ;({ fixture, page, complaints } = opened)
})
afterEach(async () => {
  expect(await page.evaluate('window.isBroken')).toBe(undefined)
  expect(complaints).toEqual({ console: [], foreign: [] })
})

const markup = `<img src=x onerror="window.isBroken = 1"><script>window.isBroken = 1</script>`

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
  screen: ScreenName
  /** Buttons that open the form's dialog, if they are not the screen's own. */
  clicks?: readonly string[]
  submit: string
  operation: string
  /** What the service calls each field, by its label within the dialog that is open then, or on the page. */
  fields: Readonly<Record<string, string>>
  /** Valid values of the others. */
  others?: Readonly<Record<string, string>>
}

const noteField = { 'Note for the audit log': 'note' }

const forms: readonly FormCase[] = [
  {
    screen: 'payment',
    submit: 'Accept as paid',
    operation: 'accept-payment',
    fields: noteField,
  },
  { screen: 'payment', submit: 'Dismiss', operation: 'dismiss-session', fields: noteField },
  {
    screen: 'payment-accepted',
    clicks: ['Record'],
    submit: 'Record',
    operation: 'record-refund',
    fields: { Transaction: 'txHash', ...noteField },
    others: { Transaction: `0x${'ab'.repeat(32)}`, 'Note for the audit log': 'Returned' },
  },
  {
    screen: 'payment-refund',
    submit: 'Promise the refund',
    operation: 'add-refund',
    fields: { Amount: 'amount', 'Customer’s address': 'address', Reason: 'reason' },
    others: { Amount: '1' },
  },
  {
    screen: 'link-new',
    clicks: [],
    submit: 'Create link',
    operation: 'add-link',
    fields: {
      Title: 'title',
      Price: 'fiatAmount',
      Currency: 'fiatCurrency',
      Description: 'description',
      'Success URL': 'successUrl',
    },
    others: { Title: 'Letters', Price: '12.50', Currency: 'USD' },
  },
  {
    screen: 'payouts-resolve',
    submit: 'Resolve',
    operation: 'accept-payment',
    fields: { Note: 'note' },
  },
  {
    screen: 'payouts-abandon',
    submit: 'Abandon',
    operation: 'abandon-sweep',
    fields: { Note: 'note' },
  },
  {
    screen: 'webhooks-add',
    submit: 'Add endpoint',
    operation: 'add-webhook-endpoint',
    fields: { URL: 'url' },
  },
]

const cases = forms.flatMap(({ fields, ...form }) =>
  Object.entries(fields).map(([field, param]) => ({ ...form, field, param })),
)

async function open(screen: ScreenName, clicks = screenOf(screen).clicks ?? []): Promise<Locator> {
  await openScreen({ fixture, page }, screen)
  for (const button of clicks) {
    await page.getByRole('button', { name: button, exact: true }).first().click()
  }
  return clicks.length > 0 ? page.getByRole('dialog') : page.locator('main')
}

/** The note below a field that says what is wrong with it. */
const errorAt = (label: string) =>
  page
    .locator('.field')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .locator('.note.bad')
    .allTextContents()

describe.each(cases)(
  '$operation: $field',
  ({ screen, clicks, field, submit, operation, param, others }) => {
    test('says at the field what is wrong, and keeps what was typed', async () => {
      let sent = 0
      const scope = await open(screen, clicks)
      fixture.replies.set(operation, () => {
        sent += 1
        return invalid(param, `${param} must be something else, ${sent}.`)
      })
      const input = scope.getByLabel(field, { exact: true })
      await input.waitFor()
      for (const [name, value] of Object.entries(others ?? {})) {
        await scope.getByLabel(name, { exact: true }).fill(value)
      }
      for (const [kind, value] of Object.entries(hostile)) {
        await input.fill(value)
        const typed = await input.inputValue()
        const before = sent
        await scope.getByRole('button', { name: submit, exact: true }).click()
        // What the service says of this value, or what the page does, which then sends nothing.
        const isSaid = async () => {
          const [shown = ''] = await errorAt(field)
          const isOfService = shown.includes('something else')
          return isOfService ? sent > before && shown.includes(`, ${sent}.`) : shown !== ''
        }
        await expect.poll(isSaid, { message: `${kind} in ${field}` }).toBe(true)
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
  ['audit', ['action', 'actor', 'target']],
] as const)(
  '%s: filters in the address that make no sense break nothing',
  async (screen, names) => {
    await openScreen({ fixture, page }, screen)
    for (const value of hostileFilters) {
      const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, value])))
      await page.goto(`${fixture.url}/dashboard${screenOf(screen).path}?${query}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
    }
  },
)

test('failed deliveries are replayed since a time in the past, or the field says why not', async () => {
  const dialog = await open('endpoint-recover')
  const since = dialog.getByLabel('Since')
  for (const wrong of ['', '2999-01-01T00:00']) {
    await since.fill(wrong)
    await dialog.getByRole('button', { name: 'Replay', exact: true }).click()
    await expect.poll(() => since.getAttribute('aria-invalid')).toBe('true')
    const note = await since.getAttribute('aria-describedby')
    await expect
      .poll(() => page.locator(`[id="${note}"]`).textContent())
      .toContain('a time in the past')
  }
  expect(fixture.calls.filter(({ name }) => name === 'recover-deliveries')).toEqual([])
})

test('a refused rotation says why, and shows no secret', async () => {
  fixture.replies.set('rotate-webhook-secret', rejected(409, 'state_changed', 'Try it again.'))
  await openScreen({ fixture, page }, 'endpoint')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await dialog.getByText('Try it again.').waitFor()
  expect(await page.getByText('whsec_').count()).toBe(1)
})

test('an address of a link carries an email, and nothing else', async () => {
  await open('link')
  const input = page.getByLabel('Email of the customer', { exact: true })
  const shown = async () => new URL((await page.locator('code.secret').textContent()) ?? '')
  await input.fill('ada+shop@example.com')
  await expect
    .poll(async () => [...(await shown()).searchParams.values()])
    .toEqual(['ada+shop@example.com'])
  const { origin, pathname } = await shown()
  for (const value of Object.values(hostile)) {
    await input.fill(value)
    await expect.poll(async () => (await shown()).search).toBe('')
    expect(await shown()).toMatchObject({ origin, pathname })
  }
})

test('a reload while recovery codes are shown asks first, until they are kept', async () => {
  await open('account-codes')
  const asks = () =>
    page.evaluate("!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))")
  await page.getByText('Keep these recovery codes').waitFor()
  await expect.poll(asks).toBe(true)
  await page.getByLabel('I have stored them in a safe place').check()
  await expect.poll(asks).toBe(false)
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
