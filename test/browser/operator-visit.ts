import type { Page } from 'playwright-core'

type Owner = { email: string; password: string }

/** Opens a page of the dashboard in a browser in which nobody is signed in. */
export async function signInAt(page: Page, url: string, owner: Owner): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}
