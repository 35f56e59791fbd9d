import type { Call, Send } from './call.ts'
import { errorOf, QuittanceError } from './quittance-error.ts'

export type SenderOptions = {
  apiKey: string
  /** The URL of the instance, such as `https://pay.example.com`. */
  baseUrl: string
  /** How often a call that may succeed later is retried. Default 2. */
  maxRetries?: number
  /** The timeout of each attempt, including the whole response. Default 30,000. */
  timeoutMs?: number
  fetch?: typeof fetch
  /** Waits between attempts; for tests. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** 0 to 1; for tests. */
  random?: () => number
}

type Attempt = { ok: true; text: string } | { ok: false; error: QuittanceError; waitMs?: number }

const firstWaitMs = 500
const longestWaitMs = 8_000
const longestRetryAfterMs = 60_000

/** Sends calls with the API key, and retries those that may succeed later, with the same idempotency key. */
export function createSender(options: SenderOptions): Send {
  const { maxRetries = 2, sleep = pause, random = Math.random } = options
  const base = `${options.baseUrl.replace(/\/+$/, '')}/api/v1`
  return async (call) => {
    const url = `${base}${call.path}${queryText(call.query)}`
    const headers = headersOf(call, options.apiKey)
    const { signal } = call.options
    for (let tries = 0; ; tries++) {
      const attempt = await attemptOnce(options, { url, headers, call })
      if (attempt.ok) return JSON.parse(attempt.text)
      if (tries >= maxRetries || !isRetryable(attempt.error)) throw attempt.error
      const backoffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** tries) * (0.5 + random() / 2)
      await sleep(Math.max(backoffMs, attempt.waitMs ?? 0), signal)
    }
  }
}

type Request = { url: string; headers: Record<string, string>; call: Call }

async function attemptOnce(
  { fetch: send = fetch, ...defaults }: SenderOptions,
  { url, headers, call: { method, body, options } }: Request,
): Promise<Attempt> {
  const timeoutMs = options.timeoutMs ?? defaults.timeoutMs ?? 30_000
  const timeout = AbortSignal.timeout(timeoutMs)
  const { signal } = options
  try {
    const response = await send(url, {
      method,
      headers,
      // Workers have no 'error'. A redirect isn't followed: its status is the error's.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return readResponse(response.status, response.headers, await response.text())
  } catch (cause) {
    signal?.throwIfAborted()
    const { origin } = new URL(url)
    return { ok: false, error: connectionError(timeout.aborted, { origin, timeoutMs, cause }) }
  }
}

function readResponse(status: number, headers: Headers, text: string): Attempt {
  const body = parsed(text)
  if (status >= 200 && status < 300 && body !== undefined) return { ok: true, text }
  const seconds = Number(headers.get('retry-after') ?? 0)
  const waitMs = seconds > 0 ? Math.min(seconds * 1000, longestRetryAfterMs) : 0
  return { ok: false, error: errorOf(status, headers, body), waitMs }
}

/** Returns undefined if the text isn't JSON, because then it isn't from the API. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Failure = { origin: string; timeoutMs: number; cause: unknown }

function connectionError(isLate: boolean, { origin, timeoutMs, cause }: Failure): QuittanceError {
  const message = isLate
    ? `There was no response from ${origin} within ${timeoutMs} ms.`
    : `The connection to ${origin} failed before there was a response${reasonOf(cause)}.`
  const code = isLate ? 'timed_out' : 'no_response'
  return new QuittanceError(message, { status: undefined, type: 'connection', code }, { cause })
}

/** Node's `fetch` only states that it failed; its cause has the reason: `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
}

/** Retries are safe: reads change nothing, and everything else has an idempotency key. */
function isRetryable({ status }: QuittanceError): boolean {
  return status === undefined || status === 429 || status >= 500
}

function headersOf({ method, body, options }: Call, apiKey: string): Record<string, string> {
  return {
    Authorization: `Bearer ${apiKey}`,
    Accept: 'application/json',
    ...(body ? { 'Content-Type': 'application/json' } : {}),
    ...(method === 'GET'
      ? {}
      : { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() }),
  }
}

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  const texts = given.flatMap(([name, value]) => parametersOf(name, value))
  return `?${new URLSearchParams(texts)}`
}

/** `metadata[order]` for an object's pairs. */
function parametersOf(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)])
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((done, ended) => {
    const stop = () => {
      clearTimeout(timer)
      ended(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
