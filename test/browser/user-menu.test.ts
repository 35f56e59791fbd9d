import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type DashboardFixture, ok, rejected } from './dashboard-fixture.ts'
import { eachWithDashboardPage } from './dashboard-page.ts'
import { openScreen } from './open-screen.ts'

let fixture: DashboardFixture
let page: Page

eachWithDashboardPage((opened) => {
  ;({ fixture, page } = opened)
})

const owner = () => page.getByRole('button', { name: /Owner$/ })
const signOut = () => page.getByRole('button', { name: 'Sign out', exact: true })

async function openMenu(): Promise<void> {
  await openScreen({ fixture, page }, 'keys')
  await owner().click()
  await signOut().waitFor()
}

describe('the menu is not cut off', () => {
  for (const width of [1280, 900, 390]) {
    test(`by the sidebar, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await openMenu()
      for (const select of await page.locator('.menu select').all()) {
        const box = await select.boundingBox()
        const right = { x: (box?.x ?? 0) + (box?.width ?? 0) - 2, y: (box?.y ?? 0) + 8 }
        expect(right.x).toBeLessThan(width)
        const hit = `document.elementFromPoint(${right.x}, ${right.y}).tagName`
        expect(await page.evaluate(hit)).toBe('SELECT')
      }
    })
  }
})

test('a refused sign-out says so, and can be repeated', async () => {
  await openMenu()
  fixture.replies.set('sign-out', rejected(503, 'internal_error'))
  await signOut().click()
  await page.locator('.menu .notice').waitFor()
  fixture.replies.set('sign-out', ok({ signedIn: false }))
  const reloaded = page.waitForEvent('load')
  await signOut().click()
  await reloaded
  await owner().waitFor()
  expect(await page.locator('.menu').count()).toBe(0)
})
