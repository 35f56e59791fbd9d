import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { readLocalConfig } from '../../infra/local/config.ts'
import { instanceFilePath, seededInstanceFile } from '../../infra/local/instance-file.ts'
import { readDataFile } from '../../infra/local/read-data-file.ts'
import { launchChromium } from '../../test/browser/chromium.ts'

// `npm run pictures` draws README's pictures of an instance that runs with a month of data; `-- FOLDER` draws them elsewhere.
const { dataDir } = readLocalConfig()
const folder = resolve(process.argv[2] ?? join(repositoryRoot, 'docs/pictures'))

const running = await readDataFile(instanceFilePath(dataDir), seededInstanceFile)
if (!running) {
  const withData = `DATA_DIR=${dataDir} npm`
  console.error(
    `No instance runs on ${dataDir}. Fill it with \`${withData} run demo -- --fill\`, start it with \`${withData} start\`, and try again.`,
  )
  process.exit(1)
}
const { baseUrl, owner, apiKeys } = running

const openedSession = z.object({ checkoutUrl: z.url() })
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 900 }

await mkdir(folder, { recursive: true })
const browser = await launchChromium()
try {
  await drawDashboard(browser)
  await drawCheckout(browser)
} finally {
  await browser.close()
}

async function drawDashboard(of: Browser): Promise<void> {
  const page = await of.newPage({ locale: 'en-US', viewport: desktop, reducedMotion: 'reduce' })
  await page.goto(`${baseUrl}/dashboard/live/home`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Awaiting sweep').first().waitFor()
  await draw(page, 'home')
  await page.goto(`${baseUrl}/dashboard/live/payments`)
  await page.getByRole('row').nth(5).waitFor()
  await draw(page, 'payments')
  await page.goto(`${baseUrl}/dashboard/live/payments?status=paid`)
  await page.getByRole('row').nth(2).getByRole('link').first().click()
  await page.getByText('What happened').waitFor()
  await draw(page, 'payment')
  await page.close()
}

async function drawCheckout(of: Browser): Promise<void> {
  const page = await of.newPage({ locale: 'en-US', viewport: phone, deviceScaleFactor: 2 })
  await page.goto(await openSession())
  await page.getByText('89.00 USDC').first().click()
  await page.getByText('Send', { exact: true }).first().waitFor()
  await page.getByRole('img').first().waitFor()
  await draw(page, 'checkout')
  await page.close()
}

async function openSession(): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/checkout_sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKeys.live}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: { value: '89.00', currency: 'USD' }, asset: 'USDC' }),
  })
  return openedSession.parse(await response.json()).checkoutUrl
}

async function draw(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  console.log(join(folder, `${name}.png`))
}
