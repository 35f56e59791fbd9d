import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'

/** A row with DynamoDB's types, so that nothing of it changes on the way. */
export type Row = Record<string, AttributeValue>

const key = z.looseObject({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) })
const row = z.custom<Row>((value) => key.safeParse(value).success)

/** A row as one line of JSON: the same for the same row. */
export function rowText(value: Row): string {
  return `${JSON.stringify(encoded(value))}\n`
}

/** Throws if the line isn't a row. */
export function parseRow(line: string): Row {
  return row.parse(decoded(JSON.parse(line)))
}

export function keyOf(value: Row): { pk: string; sk: string } {
  const { pk, sk } = key.parse(value)
  return { pk: pk.S, sk: sk.S }
}

function encoded(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(encoded)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, encoded(each)]))
}

const binary = z.strictObject({ B: z.base64() })
const binaries = z.strictObject({ BS: z.array(z.base64()) })

function decoded(value: unknown): unknown {
  const one = binary.safeParse(value).data
  if (one) return { B: Buffer.from(one.B, 'base64') }
  const several = binaries.safeParse(value).data
  if (several) return { BS: several.BS.map((text) => Buffer.from(text, 'base64')) }
  if (Array.isArray(value)) return value.map(decoded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decoded(each)]))
}
