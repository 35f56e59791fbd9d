import * as z from 'zod'
import { packed, unpacked } from './packed-text.ts'

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

/**
 * A text that is compressed in the table, so that the event of a session stays below 1 kB: each started one costs a write
 * unit for the item, and another for each index that has it.
 */
export const packedText = z.lazy(() =>
  z.codec(z.string(), z.string(), { decode: unpacked, encode: packed }),
)

/** Packs the caller's data as JSON text. */
export function packedJson<Schema extends z.ZodType>(schema: Schema) {
  return z.codec(z.string(), schema, {
    decode: (text): z.input<Schema> => JSON.parse(unpacked(text)),
    encode: (value) => packed(JSON.stringify(value)),
  })
}

/**
 * One of these values, or, as text, one that a newer release writes: the release before can take over again although it was
 * stored. Only for what describes a row, such as why something waits: never for what money or access is decided by.
 * The list changes nothing of what is read: test/upgrade compares it with that of the release before.
 */
export function describing<const Values extends readonly string[]>(values: Values) {
  return z.union([z.enum(values), z.string()])
}

/** A map within an item. As the item does, it keeps the attributes that a newer version added to it. */
export function innerMap<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  return z.object(shape).loose()
}
