import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Complaints } from './chromium.ts'
import { type DashboardFixture, noWork, ok, rejected } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { screenOf } from './dashboard-screens.ts'
import { health } from './money-screens.ts'
import { giveReplies } from './open-screen.ts'

const output = {
  saved: [{ chainId: 8453, name: 'Base', operators: ['alchemy'] }],
  left: [],
}

const running = {
  id: 'wrk_1',
  operation: 'connect-provider',
  state: 'running',
  result: null,
  error: null,
  steps: [
    { name: 'try-nodes', of: 'Base', state: 'done' },
    { name: 'try-nodes', of: 'Ethereum', state: 'running' },
  ],
}

let fixture: DashboardFixture
let page: Page
let complaints: Complaints
/** How far the work is. */
let work: Record<string, unknown>

eachWithDashboardPage(async (opened) => {
  ;({ fixture, page, complaints } = opened)
  work = running
  fixture.replies.set('list-networks', ok({ networks: [] }))
  fixture.replies.set('notifier-status', ok({ notifiers: [] }))
  fixture.replies.set('check-health', ok({ ...health, checks: [] }))
  fixture.replies.set('connect-provider', { status: 202, body: { workId: 'wrk_1' } })
  fixture.replies.set('show-work', (input) => (isById(input) ? ok(work) : ok(noWork)))
  await page.goto(`${fixture.url}/dashboard/live/networks`)
})

function isById(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'id' in input
}

const connectButton = () => page.getByRole('button', { name: 'Connect', exact: true }).first()
const steps = () => page.getByRole('list', { name: 'Steps' }).getByRole('listitem')

const started = () => fixture.calls.filter(({ name }) => name === 'connect-provider').length

async function connect(): Promise<void> {
  const key = page.getByLabel('API key', { exact: true })
  if (!(await key.isVisible())) await page.getByRole('button', { name: 'Add networks' }).click()
  await key.fill('a_key_of_alchemy')
  await connectButton().click()
}

async function showsBothSteps(): Promise<void> {
  await steps().nth(1).waitFor()
  expect(await steps().allTextContents()).toEqual([
    'Try the nodes of BaseDone',
    'Try the nodes of EthereumRunning',
  ])
}

test('shows each step as it happens, and continues after a reload until it is done', async () => {
  await connect()
  await showsBothSteps()
  expect(new URL(page.url()).searchParams.get('work')).toBe('connect-provider.wrk_1')
  await page.reload()
  await showsBothSteps()
  work = { ...running, state: 'done', result: output }
  await page.getByText('Networks enabled: 1').waitFor()
  expect(await steps().count()).toBe(0)
  await page.reload()
  await page.getByText('Networks enabled: 1').waitFor()
  expect(started()).toBe(1)
  expect(complaints).toEqual({ console: [], foreign: [] })
})

test.each([
  [429, 'rate_limit_exceeded'],
  [500, 'internal_error'],
  [504, 'timed_out'],
])('continues if how far it is could not be shown: %i', async (status, code) => {
  let shown = 0
  fixture.replies.set('show-work', (input) => {
    if (!isById(input)) return ok(noWork)
    shown += 1
    return shown === 1 ? rejected(status, code) : ok(work)
  })
  await connect()
  await showsBothSteps()
  expect(await page.locator('.notice').count()).toBe(0)
  shown = 0
  work = { ...running, state: 'done', result: output }
  await page.reload()
  await page.getByText('Networks enabled: 1').waitFor()
})

test('asks to sign in, if the session has ended when it is shown again', async () => {
  await connect()
  await showsBothSteps()
  await page.reload()
  await showsBothSteps()
  fixture.replies.set('show-work', () => rejected(401, 'unauthenticated'))
  await page.getByText('Your session has ended').waitFor()
})

test('is found by whoever opens the page while it runs', async () => {
  fixture.replies.set('show-work', (input) => {
    const isLatest = JSON.stringify(input).includes('connect-provider')
    return ok(isById(input) || isLatest ? work : noWork)
  })
  await page.reload()
  await showsBothSteps()
  await page.getByText('Trying every network…').waitFor()
  work = { ...running, state: 'done', result: output }
  await page.getByText('Networks enabled: 1').waitFor()
})

test('says what failed at the field, also after a reload', async () => {
  const error = { code: 'parameter_invalid', message: 'key must be the key alone', param: 'key' }
  await connect()
  work = { ...running, state: 'failed', error }
  const key = page.getByLabel('API key', { exact: true })
  const field = page.locator('.field').filter({ has: key })
  await field.getByText('must be the key alone').waitFor()
  await expect.poll(() => key.inputValue()).toBe('a_key_of_alchemy')
  await page.reload()
  await field.getByText('must be the key alone').waitFor()
  await expect.poll(() => key.inputValue()).toBe('')
})

test('says that it was interrupted if its process died, and can start again', async () => {
  await connect()
  const message =
    'This was interrupted. See what it has changed, and start it again if you need to.'
  work = { ...running, state: 'failed', error: { code: 'interrupted', message, param: null } }
  await page.getByText('This was interrupted.').waitFor()
  await page.reload()
  await page.getByText('This was interrupted.').waitFor()
  work = running
  await connect()
  await showsBothSteps()
  expect(started()).toBe(2)
})

test('keeps what is typed while it shows what was over before', async () => {
  work = { ...running, state: 'done', result: output }
  let respond = () => {}
  const isTyped = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/api/dashboard/show-work', async (route) => {
    await isTyped
    await route.continue()
  })
  await page.goto(`${fixture.url}/dashboard/live/networks?work=connect-provider.wrk_1`)
  await page.getByRole('button', { name: 'Add networks' }).click()
  const key = page.getByLabel('API key', { exact: true })
  await key.fill('another_key')
  respond()
  await page.getByText('Networks enabled: 1').waitFor()
  await expect.poll(() => key.inputValue()).toBe('another_key')
})

test('forgets what is over for more than a day', async () => {
  fixture.replies.set('show-work', (input) =>
    isById(input) ? rejected(404, 'resource_not_found') : ok(noWork),
  )
  const forgotten = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('wrk_9'),
  )
  await page.goto(`${fixture.url}/dashboard/live/networks?work=connect-provider.wrk_9`)
  await (await forgotten).finished()
  // The second frame after a response shows what it changed.
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  )
  expect(await page.locator('.notice').count()).toBe(0)
})

test('says why accepting a payment failed, also after a reload', async () => {
  giveReplies(fixture, 'payment')
  const error = { code: 'state_changed', message: 'Somebody decided before you.', param: null }
  work = { ...running, operation: 'accept-payment', state: 'failed', error }
  await page.goto(`${fixture.url}/dashboard${screenOf('payment').path}?work=accept-payment.wrk_1`)
  await page.getByText('Somebody decided before you.').waitFor()
})
