import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLocalConfig } from '../../infra/local/config.ts'
import { type SeededInstanceFile, seededInstanceFile } from '../../infra/local/instance-file.ts'
import {
  followClock,
  type MovedClock,
  moveClock,
  newMovedClock,
} from '../../infra/local/moved-clock.ts'
import { createShutdown } from '../../infra/local/shutdown.ts'
import { startInstance } from '../../infra/local/start-instance.ts'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { launchChromium } from '../browser/chromium.ts'
import { deniedCalls } from '../denied-calls.ts'
import { pay } from './customer.ts'
import { type Listener, listen } from './listener.ts'
import { type Merchant, merchant } from './merchant.ts'
import { localPace, localTarget, type Target } from './target.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The life of an instance since its first sign-in; everything that is done once a minute, an hour or a day is due in between. */
const stops = [
  ['61 seconds', 61_000],
  ['16 minutes', 16 * minuteMs],
  ['an hour', hourMs],
  ['25 hours', 25 * hourMs],
  ['8 days', 8 * dayMs],
  ['31 days', 31 * dayMs],
  ['91 days', 91 * dayMs],
] as const

/** After that, a sign-in has ended. */
const signInMs = 12 * hourMs

const systemDate = globalThis.Date
const shutdown = createShutdown(20_000)
let clock: MovedClock
let dataDir: string
let stateDir: string
let instance: SeededInstanceFile
let target: Target
let shop: Merchant
let listener: Listener
let browser: Browser
let page: Page
let startedMs: number
let signedInMs: number
/** Calls of the page that failed. */
let failed: string[]

beforeAll(async () => {
  clock = newMovedClock()
  followClock(clock)
  dataDir = await mkdtemp(join(tmpdir(), 'quittance-day-'))
  stateDir = `${dataDir}-state`
  const config = readLocalConfig({
    ...{ PORT: '0', DATA_DIR: dataDir, STATE_DIR: stateDir, BLOCK_TIME_SECONDS: '0.5' },
    ...{ RECHECK_DELAY_SECONDS: '1', CONFIRMATIONS: '2' },
  })
  const { file } = await startInstance({ ...config, clock }, shutdown)
  instance = seededInstanceFile.parse(file)
  target = localTarget({ instance })
  // A moved clock makes prices old, and the connections of clients, until the next block and the next request.
  shop = merchant(instance.baseUrl, instance.apiKeys.test, { ...localPace, maxRetries: 5 })
  listener = await listen(target, shop)
  browser = await launchChromium()
  page = await openDashboard()
  startedMs = Date.now()
  await signIn()
})

afterAll(async () => {
  try {
    await browser?.close()
    await listener?.close()
    expect(await shutdown.run()).toEqual([])
    expect(await deniedCalls(dataDir)).toEqual([])
  } finally {
    globalThis.Date = systemDate
    for (const folder of [dataDir, stateDir]) await rm(folder, { recursive: true, force: true })
  }
})

async function openDashboard(): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US' })
  const opened = await context.newPage()
  opened.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() || !pathname.startsWith('/api/')) return
    failed.push(`${pathname}: ${response.status()} ${await response.text()}`)
  })
  failed = []
  await opened.goto(instance.dashboardUrl)
  return opened
}

async function signIn(): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(instance.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(instance.owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('nav.nav').waitFor()
  signedInMs = Date.now()
}

/** Waits until a page has nothing left to load. */
async function settled(path: string): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await expect
    .poll(() => page.locator('main [aria-busy=true]').count(), { timeout: 30_000 })
    .toBe(0)
  expect({ path, notices: await page.locator('main .notice.bad').allTextContents() }).toEqual({
    ...{ path, notices: [] },
  })
}

/** Of every page of both modes. */
async function paths(): Promise<string[]> {
  const links = page.locator('nav.nav a')
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(found.length).toBeGreaterThan(10)
  const all = [...found, '/dashboard/settings/account']
  const ofMode = (mode: string) => all.map((path) => path.replace(/\/(live|test)\//, `/${mode}/`))
  return [...new Set([...ofMode('test'), ...ofMode('live')])]
}

async function everyPageOpens(): Promise<void> {
  for (const path of await paths()) {
    await page.goto(`${instance.baseUrl}${path}`)
    await settled(path)
  }
  expect(failed).toEqual([])
}

async function aPaymentIsTold(): Promise<string> {
  const amount = { value: '12.50', currency: 'USD' }
  const session = await shop.createSession({ amount, asset: 'USDC' })
  await pay(target, session)
  await shop.reaches(session.id, 'paid')
  expect(await listener.hear(session.id, 2)).toEqual(['session.detected', 'session.paid'])
  return session.id
}

function inTerminal(...args: string[]): Promise<string> {
  return operate(() => operatorFunctions({ dataDir, functionPrefix: undefined }), args)
}

it.each(stops)(
  'after %s, all of it is open, sells, tells and is exported',
  async (_, afterMs) => {
    moveClock(clock, new Date(startedMs + afterMs))
    await page.reload()
    if (Date.now() - signedInMs > signInMs) await signIn()
    await settled(page.url())
    await everyPageOpens()
    const id = await aPaymentIsTold()
    const csv = await inTerminal('exports', 'start', '--mode', 'test')
    expect(csv).toContain(id)
    expect(await inTerminal('sessions', 'show', id)).toContain('paid')
    await inTerminal('health')
    expect(await deniedCalls(dataDir)).toEqual([])
  },
  300_000,
)
