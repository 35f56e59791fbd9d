import * as z from 'zod'

/** A moment: ISO 8601 with milliseconds in the table, `Date` in code. */
export const moment = z.lazy(() =>
  z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  }),
)

/** An amount in base units: decimal text in the table (DynamoDB numbers end at 38 digits), bigint in code. */
export const baseUnits = z.lazy(() =>
  z.codec(z.string().regex(/^-?\d+$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (amount) => amount.toString(),
  }),
)

/** The caller's data as JSON text: DynamoDB's numbers would reject 1e21 and lose digits that JSON keeps. */
export function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z.codec(z.string(), schema, {
    decode: (text): z.input<Schema> => JSON.parse(text),
    encode: (value) => JSON.stringify(value),
  })
}
