import type { Callback } from './stand-in.ts'

const timeoutMs = 10_000

/** Posts a callback once. A provider would repeat one that fails; here, the service asks after ten minutes. */
export async function postCallback(url: string, { body, headers }: Callback): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  await fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined)
}
