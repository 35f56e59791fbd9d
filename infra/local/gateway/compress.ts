import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { GatewayResponse } from './proxy-response.ts'

const encoders = {
  // Near CloudFront's own ratio; the best quality takes a hundred times as long.
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
} as const

type Encoding = keyof typeof encoders

/** CloudFront compresses files to both; API Gateway compresses responses to gzip only. */
export const fileEncodings = ['br', 'gzip'] as const
export const callEncodings = ['gzip'] as const

const [leastBytes, mostBytes] = [1_000, 10_000_000]

/** Types that CloudFront compresses; images and fonts are compressed already. */
const compressible = /^(text\/|application\/(json|javascript|xml|manifest\+json)|image\/svg\+xml)/

/** The response as AWS would send it to a client with this `Accept-Encoding`. */
export async function compressed(
  content: GatewayResponse,
  accepted: string | undefined,
  encodings: readonly Encoding[],
): Promise<GatewayResponse> {
  if (!isWorthIt(content)) return content
  const vary = { ...content.headers, Vary: 'Accept-Encoding' }
  const encoding = encodings.find((each) => accepts(accepted ?? '', each))
  if (!encoding) return { ...content, headers: vary }
  const body = await encoded(content.body, encoding)
  return { ...content, headers: { ...vary, 'Content-Encoding': encoding }, body }
}

function isWorthIt({ status, headers, body: { byteLength } }: GatewayResponse): boolean {
  if (status === 204 || status === 304) return false
  if (byteLength < leastBytes || byteLength > mostBytes) return false
  return compressible.test(String(headers['Content-Type'] ?? '')) && !headers['Content-Encoding']
}

/** `gzip;q=0` refuses it. `*` doesn't count, as on AWS. */
function accepts(accepted: string, encoding: Encoding): boolean {
  return accepted.split(',').some((part) => {
    const [name, quality = ''] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === encoding && !/^q=0(\.0*)?$/.test(quality)
  })
}

/** Files are kept for as long as the instance runs, so each is compressed once. */
const kept = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<Uint8Array>>>>()

function encoded(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  const variants = kept.get(body) ?? {}
  kept.set(body, variants)
  variants[encoding] ??= encoders[encoding](body)
  return variants[encoding]
}
