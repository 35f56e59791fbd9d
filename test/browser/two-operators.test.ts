import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RunningInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import type { Merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { type Complaints, openPage } from './chromium.ts'
import { withInstance } from './instance-page.ts'
import { ask, confirm, joinAsOwner, signInAt } from './operator-visit.ts'

let instance: RunningInstance
let browser: Browser
let shop: Merchant
/** Two owners view the same payment, each in their own browser. */
let pages: readonly [Page, Page]
let complaints: Complaints
/** Each confirms with one of these, again and again. */
let proofs: readonly [() => Proof, () => Proof]
type Proof = Parameters<typeof confirm>[1]
const email = 'mia@northfield.example'

const env = {
  CONFIRMATIONS: '1',
  BLOCK_TIME_SECONDS: '1',
  RECHECK_DELAY_SECONDS: '1',
  SCHEDULE_SECONDS: '2',
  SWEEP_SECONDS: '3600',
  // The payment's time is over soon, so that an operator has to decide about it.
  SESSION_TTL_SECONDS: '20',
  LATE_GRACE_SECONDS: '1',
}
withInstance(env, async (started) => {
  ;({ instance, shop, browser } = started)
  pages = await twoOwnersAt(`/test/payments/${await payHalf()}`)
})

async function payHalf(): Promise<string> {
  const amount = { value: '25.00', currency: 'USD' }
  const session = await shop.createSession({ amount, asset: 'USDC' })
  const half = { ...session.amount, base: String(BigInt(session.amount.base) / 2n) }
  await pay(localTarget(instance), { ...session, amount: half })
  return session.id
}

async function twoOwnersAt(path: string): Promise<[Page, Page]> {
  const url = `${instance.baseUrl}/dashboard${path}`
  const own = await browser.newContext({ locale: 'en-US' })
  const opened = await openPage(own, instance.baseUrl)
  complaints = opened.complaints
  await signInAt(opened.page, url, instance.instance.owner)
  const context = await browser.newContext({ locale: 'en-US' })
  const other = await joinAsOwner(instance, { inviting: opened.page, context, email })
  await other.page.goto(url)
  proofs = [
    () => ({ password: instance.instance.owner.password }),
    () => ({ password: other.password, code: other.recoveryCodes.pop() ?? '' }),
  ]
  return [opened.page, other.page]
}

const within = { timeout: 60_000 }
const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true })
const happened = (on: Page, title: string) => on.locator('.timeline h3', { hasText: title })
const refundDialog = (on: Page) => on.getByRole('dialog', { name: 'Refund', exact: true })

/** How often each page shows the text; who was first is left to chance. */
async function shownTo(texts: RegExp): Promise<number[]> {
  const counts = await Promise.all(pages.map((page) => page.getByText(texts).count()))
  return counts.toSorted()
}

/** Both confirm what they have just asked for. */
async function confirmBoth(): Promise<void> {
  await Promise.all(pages.map((page, at) => confirm(page, proofs[at]?.() ?? { password: '' })))
}

/** All of it, as the dialog suggests. */
async function fillRefund(on: Page): Promise<void> {
  await button(on, 'Refund').click()
  const address = refundDialog(on).getByLabel('Customer’s address')
  await address.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
}

test('of two operators who act at once, one does, and the other is shown that', {
  timeout: 240_000,
}, async () => {
  for (const page of pages) {
    const note = page.getByLabel('Note for the audit log')
    await note.fill('Close enough', { timeout: 120_000 })
  }
  await Promise.all(pages.map((page) => button(page, 'Accept as paid').click()))
  await confirmBoth()
  for (const page of pages) {
    await happened(page, 'Accepted a payment').waitFor(within)
    await button(page, 'Accept as paid').waitFor({ state: 'detached', ...within })
    expect(await happened(page, 'Accepted a payment').count()).toBe(1)
  }
  const conflict = /Somebody decided about this payment before you|changed at the same time/
  await expect.poll(() => shownTo(conflict), within).toEqual([0, 1])

  for (const page of pages) await fillRefund(page)
  await Promise.all(
    pages.map((page) =>
      refundDialog(page).getByRole('button', { name: 'Promise the refund' }).click(),
    ),
  )
  await confirmBoth()
  await expect.poll(() => shownTo(/No amount of this can be refunded/), within).toEqual([0, 1])
  for (const page of pages) {
    await page.reload()
    await happened(page, 'Refund promised').waitFor(within)
    expect(await happened(page, 'Refund promised').count()).toBe(1)
  }

  const [page, other] = pages
  const { operators } = await ask(page, 'list-operators', { input: {} })
  const id = operators.find((one) => one.email === email)?.id ?? ''
  await ask(page, 'remove-operator', { input: { id }, proof: proofs[0]() })
  await button(other, 'Check payment').click()
  await other.getByText('Your session has ended').waitFor(within)
  expect(complaints.foreign).toEqual([])
})
