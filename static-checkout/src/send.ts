export type RequestOptions = {
  method?: 'GET' | 'POST'
  etag?: string | null
  /** Sent as JSON. */
  json?: object
  timeoutMs?: number
}

const usualTimeoutMs = 15_000

export function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', etag, json, timeoutMs = usualTimeoutMs } = options
  // The browser's own cache would return an old `serverNow`, so versions are compared by the page.
  return fetch(path, {
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
}
