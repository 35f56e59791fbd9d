import { setTimeout } from 'node:timers/promises'
import type { Callback } from './stand-in.ts'

const timeoutMs = 10_000
const most = 5

/**
 * Posts a callback, again if it is not accepted, as providers do. If none is, the service asks after ten minutes.
 */
export async function postCallback(
  url: string,
  { body, headers }: Callback,
  pauseMs = 1_000,
): Promise<void> {
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const signal = AbortSignal.timeout(timeoutMs)
    const sent = fetch(url, { method: 'POST', headers, body, signal })
    const isAccepted = await sent.then(
      ({ ok }) => ok,
      () => false,
    )
    if (isAccepted) return
    await setTimeout(pauseMs)
  }
}
