import type * as z from 'zod'
import type { Fetch } from '../../http/client/guarded-fetch.ts'

/** The vendor does not accept the token: it was revoked, or has no permission for this. */
export class VendorRefused extends Error {
  readonly vendor: string
  readonly status: number

  constructor(vendor: string, status: number) {
    super(`${vendor} did not accept the token (HTTP ${status}).`)
    this.name = 'VendorRefused'
    this.vendor = vendor
    this.status = status
  }
}

/** The vendor could not be reached, or its response doesn't match its documentation. */
export class VendorFailed extends Error {
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'VendorFailed'
    this.status = options.status
  }
}

type VendorOptions = {
  vendor: string
  baseUrl: string
  /** Authentication headers; they never appear in an error. */
  headers: Readonly<Record<string, string>>
  fetch: Fetch
}

export type VendorRequest = <Output>(
  /** Method and path, such as `GET /team-webhooks`. */
  route: string,
  schema: z.ZodType<Output>,
  body?: unknown,
) => Promise<Output>

const timeoutMs = 10_000
const maxReasonLength = 200

/** Sends JSON to a vendor's API and parses its response. The client follows no redirects: the token must not leave the host. */
export function vendorRequest({
  vendor,
  baseUrl,
  headers,
  fetch: ask,
}: VendorOptions): VendorRequest {
  return async (route, schema, body) => {
    const [method = 'GET', path = ''] = route.split(' ')
    const response = await ask(`${baseUrl}${path}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new VendorFailed(`${vendor} could not be reached.`, { cause })
    })
    const text = await response.text().catch((cause: unknown) => {
      throw new VendorFailed(`${vendor} broke its response off.`, { cause })
    })
    if (response.status === 401) throw new VendorRefused(vendor, response.status)
    if (!response.ok) throw failed(vendor, response.status, withoutSecrets(text, headers))
    const parsed = schema.safeParse(json(text))
    if (parsed.success) return parsed.data
    throw failed(vendor, response.status, 'the response is not as documented')
  }
}

function failed(vendor: string, status: number, reason: string): VendorFailed {
  const shown = reason.replaceAll(/\s+/g, ' ').slice(0, maxReasonLength)
  return new VendorFailed(`${vendor} refused the request (HTTP ${status}): ${shown}`, { status })
}

/** Vendors may repeat the token that they refuse. */
function withoutSecrets(text: string, headers: VendorOptions['headers']): string {
  return Object.values(headers).reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

function json(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
