import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { readLocalConfig } from '../../infra/local/config.ts'
import { seededInstanceFile } from '../../infra/local/instance-file.ts'
import { followClock, moveClock, newMovedClock } from '../../infra/local/moved-clock.ts'
import { createShutdown } from '../../infra/local/shutdown.ts'
import { startInstance } from '../../infra/local/start-instance.ts'
import { operate, type Surroundings } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { launchChromium } from '../browser/chromium.ts'
import { signInAt } from '../browser/operator-visit.ts'
import { deniedCalls } from '../denied-calls.ts'
import { patiently } from '../eventually.ts'
import { localTarget } from './target.ts'

/** After that, a sign-in has ended. */
const signInMs = 12 * 3_600_000

/** An instance whose time the test lets pass, with its owner at the dashboard. */
export type Life = Awaited<ReturnType<typeof startLife>>

/** Starts one in this process. `variables` are added to its environment. */
export async function startLife(variables: Readonly<Record<string, string>> = {}) {
  const systemDate = globalThis.Date
  const clock = newMovedClock()
  followClock(clock)
  const shutdown = createShutdown(20_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-life-'))
  const stateDir = `${dataDir}-state`
  const config = readLocalConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    STATE_DIR: stateDir,
    BLOCK_TIME_SECONDS: '0.5',
    RECHECK_DELAY_SECONDS: '1',
    CONFIRMATIONS: '2',
    ...variables,
  })
  const { file } = await startInstance({ ...config, clock }, shutdown)
  const instance = seededInstanceFile.parse(file)
  const browser = await launchChromium()
  /** Calls of the page that failed. */
  const failed: string[] = []
  const page = await openPage(browser, failed)
  let signedInMs = Number.NEGATIVE_INFINITY
  /** Unless the owner still is. */
  async function signIn(): Promise<void> {
    if (Date.now() - signedInMs < signInMs) return
    await signInAt(page, instance.dashboardUrl, instance.owner)
    signedInMs = Date.now()
  }
  await signIn()

  /** The dashboard's pages in both modes. */
  async function paths(): Promise<string[]> {
    const links = page.locator('nav.nav a')
    const found = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute('href') ?? ''),
    )
    expect(found.length).toBeGreaterThan(10)
    const all = [...found, '/dashboard/settings/account']
    const ofMode = (mode: string) => all.map((path) => path.replace(/\/(live|test)\//, `/${mode}/`))
    return [...new Set([...ofMode('test'), ...ofMode('live')])]
  }

  return {
    instance,
    dataDir,
    page,
    signIn,
    target: localTarget({ instance }),
    /** Lets it be `at` now. */
    moveTo: (at: Date) => moveClock(clock, at),
    async everyPageOpens(): Promise<void> {
      await page.reload()
      await signIn()
      failed.length = 0
      await settled(page, page.url())
      for (const path of await paths()) {
        await page.goto(`${instance.baseUrl}${path}`)
        await settled(page, path)
      }
      expect(failed).toEqual([])
    },
    inTerminal: (args: readonly string[], surroundings?: Surroundings) =>
      operate(() => operatorFunctions({ dataDir, functionPrefix: undefined }), args, surroundings),
    /** Fails if anything was refused to a function. */
    async end(): Promise<void> {
      try {
        await browser.close()
        expect(await shutdown.run()).toEqual([])
        expect(await deniedCalls(dataDir)).toEqual([])
      } finally {
        globalThis.Date = systemDate
        for (const folder of [dataDir, stateDir]) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

async function openPage(browser: Browser, failed: string[]): Promise<Page> {
  // Where summer time begins and ends.
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin' })
  const opened = await context.newPage()
  opened.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() || !pathname.startsWith('/api/')) return
    failed.push(`${pathname}: ${response.status()} ${await response.text()}`)
  })
  return opened
}

/** Waits until a page has nothing left to load. */
async function settled(page: Page, path: string): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await expect
    .poll(() => page.locator('main [aria-busy=true]').count(), { timeout: patiently.deadlineMs })
    .toBe(0)
  expect({ path, notices: await page.locator('main .notice.bad').allTextContents() }).toEqual({
    path,
    notices: [],
  })
}
