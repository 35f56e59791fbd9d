import type * as z from 'zod'

const timeoutMs = 1500

/** A plain decimal: prices never pass through a floating-point number. */
export const decimalText = /^\d{1,12}(\.\d{1,20})?$/

export type Answer<Data> = {
  data: Data
  /** When the server made the answer, also where a cache on the way gave it. */
  madeAt: Date
}

/** GETs a JSON document within 1.5 s. Throws for any answer but a 200 of the expected shape. */
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
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${url} answered in another shape`, { cause: parsed.error })
  const ageSeconds = Number(response.headers.get('age') ?? 0) || 0
  return { data: parsed.data, madeAt: new Date(now().getTime() - ageSeconds * 1000) }
}
