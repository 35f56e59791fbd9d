import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOn } from './axe.ts'
import { type DashboardFixture, ok, rejected, signedIn } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { giveReplies, openScreen } from './open-screen.ts'

let fixture: DashboardFixture
let page: Page

eachWithDashboardPage((opened) => {
  ;({ fixture, page } = opened)
  fixture.replies.set('sign-out', ok({}))
})

const open = () => openScreen({ fixture, page }, 'keys')
const key = () => page.getByText('Webshop').first()
const button = (name: string) => page.getByRole('button', { name, exact: true })

test.each([
  ['show-dashboard', 'The dashboard could not be opened'],
  ['list-api-keys', 'This could not be loaded'],
])('%s that fails says so with its request, and can be tried again', async (operation, title) => {
  fixture.replies.set(operation, rejected(500, 'internal_error'))
  await open()
  await page.getByText(title).waitFor()
  await page.getByText(`Request ${operation}, ID r`).waitFor()
  await button('Sign in again').waitFor()
  expect(await page.locator('[aria-busy]').count()).toBe(0)
  expect(await violationsOn(page)).toEqual([])
  fixture.replies.delete(operation)
  giveReplies(fixture, 'keys')
  await button('Try again').click()
  await key().waitFor()
})

test('whoever can not be recognised signs in again, even if signing out fails', async () => {
  fixture.replies.set('show-dashboard', rejected(500, 'internal_error'))
  fixture.replies.set('sign-out', rejected(500, 'internal_error'))
  fixture.replies.set('sign-in-with-password', () => {
    fixture.replies.set('show-dashboard', ok(signedIn))
    return ok({ signedIn: true, wrongCodes: 0 })
  })
  await open()
  await button('Sign in again').click()
  await page.getByLabel('Email', { exact: true }).fill('olga@northfield.example')
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await button('Sign in').click()
  await key().waitFor()
})
