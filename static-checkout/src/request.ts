/**
 * The result of a request. `rejected` has the service's error code and the field that it names; `unreachable` means that
 * there was no usable response.
 */
export type Result<Body> =
  | { kind: 'ok'; body: Body; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'rejected'; code: string; param: string | null }
  | { kind: 'unreachable' }

type Request<Body> = {
  method?: 'GET' | 'POST'
  etag?: string | null
  /** Sent as JSON. */
  json?: object
  isBody: (body: unknown) => body is Body
}

const timeoutMs = 15_000

/** Sends a request to the service. Any failure is a result, never an exception. */
export async function request<Body>(path: string, options: Request<Body>): Promise<Result<Body>> {
  const { method = 'GET', etag, json, isBody } = options
  try {
    // The browser's own cache would return an old `serverNow`, so the version is compared here.
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
    return rejection(body)
  } catch {
    // Offline, timed out, or an unknown response: the same to the customer, and the caller retries.
    return { kind: 'unreachable' }
  }
}

function rejection(body: unknown): Result<never> {
  const error = isRecord(body) ? body['error'] : undefined
  if (!isRecord(error) || typeof error['code'] !== 'string') return { kind: 'unreachable' }
  const param = typeof error['param'] === 'string' ? error['param'] : null
  return { kind: 'rejected', code: error['code'], param }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
