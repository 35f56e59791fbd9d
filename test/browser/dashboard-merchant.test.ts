import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import type { Merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { violationsOn } from './axe.ts'
import { eachWithInstancePage } from './instance-page.ts'
import { confirm, signInAt } from './operator-visit.ts'

let instance: RunningInstance
let shop: Merchant
let receiver: WebhookReceiver
let context: BrowserContext
let page: Page

const fast = { CONFIRMATIONS: '1', BLOCK_TIME_SECONDS: '1', RECHECK_DELAY_SECONDS: '1' }
eachWithInstancePage(fast, (opened) => {
  ;({ instance, shop, context, page } = opened)
})
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.close())

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

const at = (path: string) => `${instance.baseUrl}/dashboard${path}`
const openSignedIn = (path: string) => signInAt(page, at(path), instance.instance.owner)

/** An endpoint for `receiver`, made by hand, after an address that the service refuses. */
async function addEndpoint(): Promise<void> {
  await button('Add endpoint').click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add endpoint' })
  await dialog.getByLabel('URL').fill('https://10.0.0.1/hook')
  await add.click()
  await confirm(page, instance.instance.owner)
  await dialog.locator('.note.bad').waitFor()
  await expect.poll(() => dialog.getByLabel('URL').inputValue()).toBe('https://10.0.0.1/hook')
  await dialog.getByLabel('URL').fill(receiver.url)
  await add.click()
  await confirm(page, instance.instance.owner)
  receiver.expectSecret(String(await dialog.locator('.secret').textContent()))
  await dialog.getByLabel('I have stored the secret').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** A link that is made by hand, after a currency that the service refuses. Returns its id. */
async function createLink(title: string): Promise<string> {
  await page.getByRole('link', { name: 'Create link' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Price').fill('12.50')
  await page.getByLabel('Currency').fill('XXX')
  await page.getByLabel('Success URL').fill('https://shop.example/thanks')
  await button('Create link').click()
  // The service knows which currencies have a rate.
  await page.locator('.field', { hasText: 'Currency' }).locator('.note.bad').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(title)
  await page.getByLabel('Currency').fill('usd')
  await page.locator('.preview-price', { hasText: '$12.50' }).waitFor()
  await button('Create link').click()
  await heading(title).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('a link is created, paid, and its event delivered and replayed', async () => {
  await openSignedIn('/test/webhooks')
  await heading('Webhooks').waitFor()
  await addEndpoint()
  await page.getByText('No attempts yet').waitFor()

  await page.goto(at('/test/links'))
  const linkId = await createLink('A year of letters')
  const session = await shop.createSession({
    linkId,
    chainId: 31337,
    asset: 'USDC',
    customerEmail: 'ada@example.com',
  })
  await pay(localTarget(instance), session)
  await shop.reaches(session.id, 'paid')
  await receiver.waitFor((got) => got.some(({ event }) => event.type === 'session.paid'))

  await page.goto(at('/test/events?type=session.paid'))
  await page.getByRole('table', { name: 'Events' }).getByRole('link').first().click()
  await heading('session.paid').waitFor()
  await page.getByText(`"id": "${session.id}"`).waitFor()
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await deliveries.getByText('Delivered').waitFor()
  expect(await violationsOn(page)).toEqual([])
  await deliveries.getByRole('link', { name: 'session.paid' }).click()
  await page.getByText('Response: 200').waitFor()
  const before = receiver.deliveries.length
  await button('Replay').click()
  await receiver.waitFor((got) => got.length > before)
  expect(receiver.deliveries.at(-1)).toMatchObject({
    verified: true,
    event: { type: 'session.paid', data: { id: session.id } },
  })
  await expect.poll(() => page.getByRole('button', { name: '200 Attempt' }).count()).toBe(2)
  expect(await violationsOn(page)).toEqual([])
})

test('a link is changed, deactivated, found in its QR code, and deleted', async () => {
  const link = await shop.createLink('5.00')
  const encoder = Promise.withResolvers<void>()
  await page.route(/\/assets\/qr-(?!code-)/, async (route) => {
    await encoder.promise
    await route.continue()
  })
  await openSignedIn(`/test/links/${link.id}`)
  await heading('A journey').waitFor()
  await page.getByLabel('Email of the customer').fill('ada+shop')
  await page.getByText('This is not an email address').waitFor()
  await page.getByLabel('Email of the customer').fill('ada+shop@example.com')
  await page.getByText('?prefill_email=ada%2Bshop%40example.com').waitFor()
  for (const kind of ['SVG', 'PNG']) {
    const download = page.waitForEvent('download')
    await button(`Download ${kind}`).click()
    // The first click comes before the script that draws the code.
    encoder.resolve()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(`${link.slug}.${kind.toLowerCase()}`)
  }
  await button('Edit').click()
  await page.getByLabel('Title').fill('Two years of letters')
  await button('Save').click()
  await heading('Two years of letters').waitFor()
  await button('Deactivate').click()
  await page.getByText('This link is inactive').waitFor()
  expect((await fetch(`${instance.baseUrl}/api/checkout/links/${link.slug}`)).status).toBe(410)
  await button('Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await heading('Links').waitFor()
  await page.getByText('Two years of letters').waitFor({ state: 'detached' })
})

test('what two people change of a customer at once is not lost', async () => {
  await shop.createSession({
    amount: { value: '5.00', currency: 'USD' },
    customerEmail: 'mia@example.com',
  })
  await openSignedIn('/test/customers')
  await page.getByLabel('Find an email').fill('MIA@example.com')
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: 'mia@example.com' })
  await expect.poll(() => page.getByRole('table').getByRole('link').count()).toBe(1)
  await link.click()
  await heading('mia@example.com').waitFor()
  await page.getByRole('table', { name: 'Payments' }).getByText('$5.00').waitFor()
  const other = await context.newPage()
  await other.goto(page.url())
  await button('Add a value').click()
  await button('Save').click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByLabel('Name of value 1').fill('tier')
  await page.getByLabel('Value 1', { exact: true }).fill('gold')
  await other.getByRole('button', { name: 'Add a value' }).click()
  await other.getByLabel('Name of value 1').fill('tier')
  await other.getByLabel('Value 1', { exact: true }).fill('silver')
  await button('Save').click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByText('Somebody else has just changed this customer').waitFor()
  await expect.poll(() => other.getByLabel('Value 1', { exact: true }).inputValue()).toBe('silver')
  await other.getByRole('button', { name: 'Load again' }).click()
  await expect.poll(() => other.getByLabel('Value 1', { exact: true }).inputValue()).toBe('gold')
})
