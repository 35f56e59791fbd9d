/**
 * What a request came to. `refused` carries the error code of the service and the field that it names, `unreachable`
 * means no usable answer.
 */
export type Answer<Body> =
  | { kind: 'ok'; body: Body; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'refused'; code: string; param: string | null }
  | { kind: 'unreachable' }

type Request<Body> = {
  method?: 'GET' | 'POST'
  etag?: string | null
  /** Sent as JSON. */
  json?: object
  isBody: (body: unknown) => body is Body
}

const timeoutMs = 15_000

/** Asks the service; whatever goes wrong is an answer, never an exception. */
export async function request<Body>(path: string, options: Request<Body>): Promise<Answer<Body>> {
  const { method = 'GET', etag, json, isBody } = options
  try {
    // The browser's own cache would answer with an old `serverNow`, so the version is compared by hand.
    const response = await fetch(path, {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(etag && { 'If-None-Match': etag }),
        ...(json && { 'Content-Type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 304) return { kind: 'unchanged' }
    const body: unknown = await response.json()
    if (response.ok && isBody(body)) {
      return { kind: 'ok', body, etag: response.headers.get('ETag') }
    }
    return refusal(body)
  } catch {
    // Offline, timed out, or an answer that is not ours: one case for the customer, and the caller asks again.
    return { kind: 'unreachable' }
  }
}

function refusal(body: unknown): Answer<never> {
  const error = isRecord(body) ? body['error'] : undefined
  if (!isRecord(error) || typeof error['code'] !== 'string') return { kind: 'unreachable' }
  const param = typeof error['param'] === 'string' ? error['param'] : null
  return { kind: 'refused', code: error['code'], param }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
