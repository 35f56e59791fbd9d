import { startUnclaimedInstance } from '../instance.ts'
import { addAuthenticator, launchChromium, openPage } from './chromium.ts'

/** An instance that nobody has set up, and a page on a device that makes passkeys. */
export async function startUnclaimedPage() {
  const instance = await startUnclaimedInstance({
    env: { CONFIRMATIONS: '1', BLOCK_TIME_SECONDS: '1', RECHECK_DELAY_SECONDS: '1' },
  })
  const browser = await launchChromium()
  const viewport = { width: 1280, height: 900 }
  const context = await browser.newContext({ locale: 'en-US', viewport })
  const opened = await openPage(context, instance.baseUrl)
  await addAuthenticator(context, opened.page)
  const stop = async () => {
    await browser.close()
    await instance.stop()
  }
  return { ...opened, context, instance, stop }
}
