import type { BrowserContext, Page } from 'playwright-core'
import type { RunningInstance } from '../instance.ts'
import { codeAt } from '../operator-accounts.ts'

type Owner = { email: string; password: string }

const password = 'another long password'

/** Opens a page of the dashboard in a browser in which nobody is signed in. */
export async function signInAt(page: Page, url: string, owner: Owner): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}

/** Has the owner's page invite somebody as another owner, who joins in `context` with an authenticator app. */
export async function joinAsOwner(
  { baseUrl }: Pick<RunningInstance, 'baseUrl'>,
  { inviting, context, email }: { inviting: Page; context: BrowserContext; email: string },
): Promise<Page> {
  const { link } = await ask(inviting, 'invite-operator', { email, role: 'owner' })
  const page = await context.newPage()
  await page.goto(`${baseUrl}/dashboard/sign-in`)
  const token = new URL(String(link)).hash.slice(1)
  await ask(page, 'accept-invitation', { token, name: 'Mia Lindqvist', password })
  const { secret } = await ask(page, 'begin-totp', {})
  await ask(page, 'enable-totp', { code: codeAt(new Date(), String(secret)) })
  return page
}

/** Calls an operation as the page does, with its cookie. */
export async function ask(
  page: Page,
  name: string,
  input: object,
): Promise<Record<string, unknown>> {
  const call = `(async () => {
    const response = await fetch('/api/dashboard/${name}', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Quittance-Dashboard': '1' },
      body: ${JSON.stringify(JSON.stringify(input))},
    })
    return { status: response.status, output: await response.json() }
  })()`
  const { status, output } = await page.evaluate<{
    status: number
    output: Record<string, unknown>
  }>(call)
  if (status !== 200) throw new Error(`${name}: ${JSON.stringify(output)}`)
  return output
}
