import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../config.ts'

/** Whatever a page waits for. On a busy machine, the first calls of an instance that has just started take half a minute. */
const withinMs = 90_000

export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  browser.on('context', (context) => context.setDefaultTimeout(withinMs))
  return browser
}

/** Errors that a page logged, and its requests to other origins: there must be none. */
export type Complaints = { console: string[]; foreign: string[] }

/** Opens a new page, and collects its errors. Responses of 4xx and 5xx don't count. */
export async function openPage(
  context: BrowserContext,
  origin: string,
): Promise<{ page: Page; complaints: Complaints }> {
  const page = await context.newPage()
  const complaints: Complaints = { console: [], foreign: [] }
  page.on('pageerror', (error) => complaints.console.push(`${error}`))
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    const isHttpError = message.text().startsWith('Failed to load resource')
    if (isComplaint && !isHttpError) complaints.console.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) complaints.foreign.push(request.url())
  })
  return { page, complaints }
}

/** A device that makes passkeys and confirms them by itself. */
export async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
