import * as z from 'zod'

const special = z.union([
  z.strictObject({ $set: z.array(z.unknown()) }),
  z.strictObject({ $bytes: z.base64() }),
])

/** JSON that has sets and bytes, too. */
export function storedText(value: unknown, indent = 0): string {
  return JSON.stringify(value, withSpecials, indent)
}

export function parseStored(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    const { data } = special.safeParse(value)
    if (!data) return value
    if ('$set' in data) return new Set(data.$set)
    return Uint8Array.from(Buffer.from(data.$bytes, 'base64'))
  })
}

function withSpecials(_: string, value: unknown): unknown {
  if (value instanceof Set) return { $set: [...value] }
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') }
  return value
}
