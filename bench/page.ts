import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../test/browser/chromium.ts'
import { limitNetwork, slow3g } from '../test/browser/limit-network.ts'
import { installNodeWallet } from '../test/browser/node-wallet.ts'
import { type RunningInstance, startInstance } from '../test/instance.ts'
import { merchant } from '../test/journeys/merchant.ts'
import { localTarget, type Target } from '../test/journeys/target.ts'
import { type Figure, percentile, sized } from './bench.ts'
import { pageSizes } from './page-sizes.ts'

const rounds = sized(3, 1)
const { kilobitsPerSecond, latencyMs } = slow3g
const env = { CONFIRMATIONS: '1', BLOCK_TIME_SECONDS: '1', RECHECK_DELAY_SECONDS: '1' }

/** Milliseconds since the link was opened; `shift` is Chromium's cumulative layout shift until the receipt. */
type Visit = { readable: number; payable: number; paid: number; shift: number }

/** Sizes of the checkout page, and how long customers with an empty cache and a slow phone wait for it. */
export async function page(): Promise<Figure[]> {
  const sizes = await pageSizes()
  const instance = await startInstance({ env })
  const browser = await launchChromium()
  try {
    const visits: Visit[] = []
    for (let round = 0; round < rounds; round++) visits.push(await visitLink(browser, instance))
    return [...sizes, ...figuresOf(visits)]
  } finally {
    await browser.close()
    await instance.stop()
  }
}

function figuresOf(visits: readonly Visit[]): Figure[] {
  const median = (key: keyof Visit) =>
    percentile(
      visits.map((visit) => visit[key]),
      50,
    )
  const seconds = (key: keyof Visit) => `${(median(key) / 1000).toFixed(2)} s`
  const network = `${kilobitsPerSecond} kbit/s, ${latencyMs} ms, median of ${rounds}`
  return [
    { what: `link to first step readable: ${network}`, value: seconds('readable') },
    { what: 'link to address and wallet shown, with no time to think', value: seconds('payable') },
    { what: 'link to receipt, with blocks of 1 s and 1 confirmation', value: seconds('paid') },
    {
      what: 'layout shift from link to receipt, in test mode',
      value: median('shift').toFixed(4),
      aim: '0',
    },
  ]
}

/** A customer who fills in, chooses and pays as soon as the page lets them. */
async function visitLink(browser: Browser, instance: RunningInstance): Promise<Visit> {
  const target = localTarget(instance)
  const link = await merchant(target.baseUrl, target.apiKeys.test).createLink('12.00')
  const visitor = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  })
  try {
    await installNodeWallet(visitor, payerOf(target))
    await visitor.addInitScript(noteMoments)
    const tab = await visitor.newPage()
    await limitNetwork(tab, slow3g)
    await tab.goto(link.checkoutUrl, { waitUntil: 'commit' })
    await tab.getByLabel('Email').fill('ada@example.com')
    await tab.getByRole('button', { name: 'Continue' }).click()
    await tab.getByRole('button', { name: 'ETH on' }).click()
    await tab.getByRole('button', { name: 'Pay 0' }).click()
    await tab.locator('.total').waitFor({ timeout: 60_000 })
    await tab.getByRole('heading', { level: 1, name: 'Paid' }).waitFor({ timeout: 60_000 })
    return await readMoments(tab)
  } finally {
    await visitor.close()
  }
}

function payerOf({ payers: [payer] }: Target) {
  if (!payer) throw new Error('the instance has a chain')
  return payer
}

/** Noted by the page itself, at the first frame that shows each. */
const noteMoments = `
  self.moments = { shift: 0 }
  const selectors = { readable: '.body:not(.loading) h1:not(.stuck h1)', payable: '.wallets .button', paid: '.keep' }
  const note = () => {
    for (const [name, selector] of Object.entries(selectors)) {
      if (!moments[name] && document.querySelector(selector)) moments[name] = performance.now()
    }
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moments.shift += value
  }).observe({ type: 'layout-shift', buffered: true })`

async function readMoments(tab: Page): Promise<Visit> {
  const moment = async (name: string) => Number(await tab.evaluate(`moments.${name}`))
  return {
    readable: await moment('readable'),
    payable: await moment('payable'),
    paid: await moment('paid'),
    shift: await moment('shift'),
  }
}
