import type * as z from 'zod'

/** Less than a source may take in all, so that one pair that hangs does not cost the others of its exchange. */
const timeoutMs = 1200

const maxBytes = 64 * 1024

/** A plain decimal: prices never pass through a floating-point number. */
export const decimalText = /^\d{1,12}(\.\d{1,20})?$/

export type Answer<Data> = {
  data: Data
  /** When the server made the answer, also where a cache on the way gave it. */
  madeAt: Date
}

/** GETs a JSON document of at most 64 KiB within 1.2 s. Throws for anything but a 200 of the expected shape. */
export async function readJson<Data>(
  url: string,
  schema: z.ZodType<Data>,
  now: () => Date,
): Promise<Answer<Data>> {
  const response = await fetch(url, {
    // Some exchanges refuse callers without a name.
    headers: { accept: 'application/json', 'user-agent': 'quittance' },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  const text = await textOf(response)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${url} answered in another shape`, { cause: parsed.error })
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

/** Of a copy from a cache on the way. */
function ageSeconds({ headers, url }: Response): number {
  const age = headers.get('age') ?? '0'
  if (!/^\d{1,9}$/.test(age)) throw new Error(`${url} sent an impossible Age`)
  return Number(age)
}
