import type { BrowserContext, Page } from 'playwright-core'
import type { Operations } from '../../static-dashboard/src/operations.ts'
import type { RunningInstance } from '../instance.ts'
import { codeAt } from '../operator-accounts.ts'

type Owner = { email: string; password: string }

type Proof = { password: string; code?: string }

/** Each recovery code confirms one thing. */
type Joined = { page: Page; password: string; recoveryCodes: string[] }

const password = 'another long password'

/** Does as a person would while a page says that it could not load: on a busy machine, first calls can take too long for it. */
export async function patiently(page: Page, act: () => Promise<void>): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' })
  await page.addLocatorHandler(again, () => again.click(), { times: 5, noWaitAfter: true })
  await act()
  await page.removeLocatorHandler(again)
}

/** Opens a page of the dashboard in a browser in which nobody is signed in. */
export async function signInAt(page: Page, url: string, owner: Owner): Promise<void> {
  await page.goto(url)
  await patiently(page, () => page.getByLabel('Email').fill(owner.email))
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}

/** Has the owner's page invite somebody as another owner, who joins in `context` with an authenticator app. */
export async function joinAsOwner(
  { baseUrl, instance: { owner } }: Pick<RunningInstance, 'baseUrl' | 'instance'>,
  { inviting, context, email }: { inviting: Page; context: BrowserContext; email: string },
): Promise<Joined> {
  const proof = { password: owner.password }
  const { link } = await ask(inviting, 'invite-operator', {
    input: { email, role: 'owner' },
    proof,
  })
  const page = await context.newPage()
  await page.goto(`${baseUrl}/dashboard/sign-in`)
  const token = new URL(link).hash.slice(1)
  await ask(page, 'accept-invitation', { input: { token, name: 'Mia Lindqvist', password } })
  const { secret } = await ask(page, 'begin-totp', { input: {} })
  const code = codeAt(new Date(), secret)
  const { recoveryCodes } = await ask(page, 'enable-totp', {
    input: { code },
    proof: { password },
  })
  return { page, password, recoveryCodes: recoveryCodes ?? [] }
}

/** Confirms what the page has just asked for. */
export async function confirm(page: Page, { password, code }: Proof): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByLabel('Password').fill(password)
  if (code !== undefined) await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Calls an operation as the page does, with its cookie, and a proof if it needs one. */
export async function ask<Name extends keyof Operations>(
  page: Page,
  name: Name,
  { input, proof }: { input: Operations[Name]['input']; proof?: Proof },
): Promise<Operations[Name]['output']> {
  const text = JSON.stringify(input)
  const body = proof ? JSON.stringify({ input: text, proof }) : text
  const call = `(async () => {
    const response = await fetch('/api/dashboard/${name}', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Quittance-Dashboard': '1' },
      body: ${JSON.stringify(body)},
    })
    return { status: response.status, output: await response.json() }
  })()`
  const { status, output } = await page.evaluate<{
    status: number
    output: Operations[Name]['output']
  }>(call)
  if (status !== 200) throw new Error(`${name}: ${JSON.stringify(output)}`)
  return output
}
