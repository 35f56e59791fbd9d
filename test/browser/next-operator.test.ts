import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type DashboardFixture, ok, owner, rejected, signedIn } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { openScreen } from './open-screen.ts'

const mia = { id: 'op_2', name: 'Mia Sand', email: 'mia@northfield.example', role: 'viewer' }

let fixture: DashboardFixture
let page: Page
/** The operator who is signed in; null if nobody is. */
let operator: typeof owner | null

eachWithDashboardPage(async (opened) => {
  ;({ fixture, page } = opened)
  operator = owner
  fixture.replies.set('show-dashboard', () => ok({ ...signedIn, operator }))
  await openScreen(opened, 'keys')
  await key().waitFor()
})

const key = () => page.getByText('Webshop').first()
const signIn = () => page.getByRole('button', { name: 'Sign in', exact: true })

async function signInAs(next: typeof owner): Promise<void> {
  fixture.replies.set('sign-in-with-password', () => {
    operator = next
    fixture.replies.set('list-api-keys', 'hang')
    return ok({ signedIn: true, wrongCodes: 0 })
  })
  await page.getByLabel('Email', { exact: true }).fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await signIn().click()
  await page.getByRole('button', { name: next.name }).waitFor()
}

/** The service knows the session no more, which the page notices with its next request. */
async function expire(): Promise<void> {
  operator = null
  fixture.replies.set('list-operators', () =>
    operator === null ? rejected(401, 'unauthenticated') : ok({ operators: [], invitations: [] }),
  )
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'People' }).first().click()
  await signIn().waitFor()
}

async function seesNoKey(): Promise<void> {
  await page.getByRole('link', { name: 'API keys' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  expect(await key().count()).toBe(0)
}

test('shows nothing of the last operator to the next, after signing out', async () => {
  fixture.replies.set('sign-out', () => {
    operator = null
    return ok({ signedIn: false })
  })
  await page.getByRole('button', { name: owner.name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn().waitFor()
  await signInAs(mia)
  await seesNoKey()
})

test('shows nothing of the last operator to the next, after a session has expired', async () => {
  await expire()
  await signInAs(mia)
  await seesNoKey()
})

test('keeps what the same operator had open when the session expired', async () => {
  await expire()
  await signInAs(owner)
  await page.getByRole('link', { name: 'API keys' }).first().click()
  await key().waitFor()
})

test('acts in nobody else’s name after another operator has signed in, in another tab', async () => {
  fixture.replies.set('list-operators', (_, headers) =>
    headers['x-quittance-operator'] === operator?.id
      ? ok({ operators: [], invitations: [] })
      : rejected(403, 'operator_changed'),
  )
  const other = await page.context().newPage()
  operator = mia
  await other.goto(`${fixture.url}/dashboard/settings/people`)
  await other.getByRole('button', { name: mia.name }).waitFor()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'People' }).first().click()
  await page.getByRole('button', { name: mia.name }).waitFor()
  expect(await page.getByRole('button', { name: owner.name }).count()).toBe(0)
  fixture.replies.set('list-api-keys', 'hang')
  await seesNoKey()
})

describe('a request that waits for its proof ends with the page that made it', () => {
  const dialog = (name: string) => page.getByRole('dialog', { name })

  beforeEach(async () => {
    fixture.replies.set('create-api-key', () =>
      operator === null ? rejected(401, 'unauthenticated') : rejected(403, 'proof_required'),
    )
    fixture.replies.set('begin-proof', () =>
      operator === null
        ? rejected(401, 'unauthenticated')
        : ok({ code: 'none', byPassword: true, passkey: { challengeId: 'ch_1', options: {} } }),
    )
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByRole('link', { name: 'API keys' }).first().click()
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await dialog('New API key').getByLabel('Name').fill('Webshop')
    await dialog('New API key').getByRole('button', { name: 'Create key' }).click()
    await dialog('Confirm it is you').getByLabel('Password').waitFor()
  })

  test('which the operator leaves', async () => {
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await dialog('Confirm it is you').waitFor({ state: 'detached' })
  })

  test('because the session has expired', async () => {
    operator = null
    await dialog('Confirm it is you').getByRole('button', { name: 'Use a passkey' }).click()
    await signIn().waitFor()
    await signInAs(owner)
    await key().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('leads who accepts an invitation to their account, in a browser of another operator', async () => {
  fixture.replies.set('accept-invitation', () => {
    operator = mia
    return ok({ signedIn: true })
  })
  fixture.replies.set('show-account', 'hang')
  const { email, role } = mia
  const expiresAt = '2026-11-21T12:00:00.000Z'
  fixture.replies.set('show-invitation', ok({ email, role, isReset: false, expiresAt }))
  await page.goto(`${fixture.url}/dashboard/invitation#inv_1.secret`)
  await page.getByLabel('Your name').fill(mia.name)
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByRole('button', { name: mia.name }).waitFor({ timeout: 15_000 })
  expect(new URL(page.url()).pathname).toBe('/dashboard/settings/account')
})
