import { signWebhook } from '../../shared/merchant/webhooks/sending/sign.ts'
import { type Event, type Quittance, QuittanceError } from '../src/index.ts'

export type TerminalDeps = {
  quittance: Quittance
  print: (line: string) => void
  /** Rejects once the signal aborts, as everything here does. */
  wait: (ms: number) => Promise<unknown>
  signal: AbortSignal
}

/** `forward` is a URL, or undefined to print events only. */
export type ListenOptions = { forward: URL | undefined; secret: string }

const pollMs = 2_000
const timeoutMs = 30_000

/**
 * Forwards each event that becomes visible from now on, once, in order, and prints the response. Failed ones aren't repeated. Runs
 * until the signal aborts, or the key isn't accepted.
 */
export async function listen(deps: TerminalDeps, options: ListenOptions): Promise<void> {
  const { quittance, print, wait, signal } = deps
  const { data } = await quittance.events.list({ limit: 1 }, { signal })
  let since = data[0]?.createdAt ?? '2020-01-01T00:00:00Z'
  let known = idsOf(await quittance.events.since(since, { signal }))
  print(`Secret of your server: ${options.secret}`)
  print(`Waiting for events${options.forward ? `, for ${options.forward}` : ''}. Ctrl-C ends this.`)
  for (;;) {
    await wait(pollMs)
    const events = await quittance.events.since(since, { signal }).catch((error: unknown) => {
      if (!isTemporary(error)) throw error
      print(`${error.message} Trying again.`)
    })
    if (!events) continue
    for (const event of events.filter(({ id }) => !known.has(id))) {
      print(await forwarded(event, options, signal))
    }
    known = idsOf(events)
    since = events.at(-1)?.createdAt ?? since
  }
}

function idsOf(events: readonly Event[]): ReadonlySet<string> {
  return new Set(events.map(({ id }) => id))
}

function isTemporary(error: unknown): error is QuittanceError {
  if (!(error instanceof QuittanceError)) return false
  const { status = 500 } = error
  return status === 429 || status >= 500
}

async function forwarded(
  event: Event,
  { forward, secret }: ListenOptions,
  ended: AbortSignal,
): Promise<string> {
  const name = `${event.type}  ${event.id}`
  if (!forward) return name
  const started = performance.now()
  const result = await post(forward, { event, secret, ended })
  return `${name}  ${result}  ${Math.round(performance.now() - started)} ms`
}

type Message = { event: Event; secret: string; ended: AbortSignal }

/** Returns the status, or why there is none. */
async function post(url: URL, { event, secret, ended }: Message): Promise<number | string> {
  const body = JSON.stringify(event)
  const signed = signWebhook({ eventId: event.id, body, at: new Date() }, [secret])
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([timeout, ended]),
    })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    ended.throwIfAborted()
    return timeout.aborted ? `no response within ${timeoutMs} ms` : reasonOf(error)
  }
}

/** `fetch` says only that it failed, and its cause why. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no response'
}
