import fc from 'fast-check'
import * as z from 'zod'

/** The part of JSON Schema that zod writes for our requests. */
const node = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  examples: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  items: z.unknown().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minItems: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
})
type Node = z.infer<typeof node>

/** Values of fields that must name an existing resource, by field name. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** Values that a schema allows, as far as JSON Schema can express it. */
export function arbitraryOf(schema: unknown, known: Known): fc.Arbitrary<unknown> {
  const parsed = node.parse(schema)
  if (parsed.anyOf) return fc.oneof(...parsed.anyOf.map((one) => arbitraryOf(one, known)))
  if (parsed.enum) return fc.constantFrom(...parsed.enum)
  const own = ofType(parsed, known)
  if (!parsed.examples) return own
  const example = fc.constantFrom(...parsed.examples)
  return fc.oneof({ weight: 3, arbitrary: example }, { weight: 1, arbitrary: own })
}

function ofType(schema: Node, known: Known): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return schema.properties ? objectOf(schema, known) : dictionaryOf(schema, known)
    case 'array':
      return fc.array(arbitraryOf(schema.items, known), {
        minLength: schema.minItems ?? 0,
        maxLength: 8,
      })
    case 'string':
      return stringOf(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 1, max: Math.min(schema.maximum ?? 1e9, 1e9) })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constant(null)
  }
}

function objectOf({ properties = {}, required }: Node, known: Known): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, schema] of Object.entries(properties)) {
    fields[name] = known[name] ?? arbitraryOf(schema, known)
  }
  return fc.record(fields, { requiredKeys: required })
}

function dictionaryOf({ propertyNames, additionalProperties }: Node, known: Known) {
  const names = propertyNames === undefined ? fc.string() : stringOf(node.parse(propertyNames))
  return fc.dictionary(names, arbitraryOf(additionalProperties, known), { maxKeys: 5 })
}

/** The maximum length of texts that don't test length. */
const usualLength = 60

function stringOf({ format, pattern, minLength = 0, maxLength }: Node): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'], withQueryParameters: true })
  if (format === 'date-time') return times
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength ?? usualLength, usualLength)),
  })
}

const times = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
