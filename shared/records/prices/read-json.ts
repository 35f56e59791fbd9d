import type * as z from 'zod'
import { publicFetch } from '../../http/client/guarded-fetch.ts'

/** Less than a source's total time, so that one hanging pair doesn't fail the others of its exchange. */
const timeoutMs = 1200

const maxBytes = 64 * 1024

/** A plain decimal: prices never pass through a floating-point number. */
export const decimalText = /^\d{1,12}(\.\d{1,20})?$/

export type JsonResponse<Data> = {
  data: Data
  /** When the server created the response, even if a cache returned it. */
  madeAt: Date
}

/** Sources are named in the code; only tests name one on their machine. */
const ask = publicFetch({ allowLoopback: true })

/** GETs a JSON document of at most 64 KiB within 1.2 s. Throws for anything but a 200 of the expected shape. */
export async function readJson<Data>(
  url: string,
  schema: z.ZodType<Data>,
  now: () => Date,
): Promise<JsonResponse<Data>> {
  const response = await ask(url, {
    // Some exchanges reject requests without a user agent.
    headers: { accept: 'application/json', 'user-agent': 'quittance' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await textOf(response)
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}`)
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${url} responded in another shape`, { cause: parsed.error })
  return { data: parsed.data, madeAt: new Date(now().getTime() - ageSeconds(response) * 1000) }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error(`${response.url} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The age of a cached copy. */
function ageSeconds({ headers, url }: Response): number {
  const age = headers.get('age') ?? '0'
  if (!/^\d{1,9}$/.test(age)) throw new Error(`${url} sent an impossible Age`)
  return Number(age)
}
