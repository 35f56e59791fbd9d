import { type RequestOptions, send } from './send.ts'

/**
 * The result of a request. `rejected` has the service's error code and the field that it names; `unreachable` means that
 * there was no usable response.
 */
export type Result<Body> =
  | { kind: 'ok'; body: Body; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'rejected'; code: string; param: string | null }
  | { kind: 'unreachable' }

type Request<Body> = RequestOptions & { isBody: (body: unknown) => body is Body }

/** Sends a request to the service. Any failure is a result, never an exception. */
export async function request<Body>(path: string, options: Request<Body>): Promise<Result<Body>> {
  const { isBody } = options
  try {
    const response = await (takeEarly(path, options) ?? send(path, options))
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

/** The response to the same request, if the HTML has already sent it. */
function takeEarly(
  path: string,
  { method = 'GET' }: RequestOptions,
): Promise<Response> | undefined {
  const key = `${method} ${path}`
  const response = globalThis.earlyRequests?.get(key)
  globalThis.earlyRequests?.delete(key)
  return response
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
