import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

export type Notification = { body: string; signingKey: string }

/** A minute in total: after that, the scans detect the payment. */
const retrySeconds = [1, 2, 4, 8, 15, 30] as const
const timeoutMs = 5_000

/**
 * Posts a notification as Alchemy does: with a signature of the exact bytes, and retried until the response is 200. Returns
 * why the last attempt failed, or undefined if one succeeded or `signal` was aborted.
 */
export async function postNotification(
  notification: Notification,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  let failure: string | undefined
  for (const pauseSeconds of [...retrySeconds, 0]) {
    failure = await attempt(notification, url, signal)
    if (failure === undefined || signal.aborted || pauseSeconds === 0) break
    await delay(pauseSeconds * 1000, undefined, { signal }).catch(() => undefined)
  }
  return signal.aborted ? undefined : failure
}

async function attempt(
  { body, signingKey }: Notification,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-alchemy-signature': createHmac('sha256', signingKey).update(body).digest('hex'),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return response.status === 200 ? undefined : `the response was ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
