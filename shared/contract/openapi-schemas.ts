import * as z from 'zod'

export type Json = Record<string, unknown>

export function reference(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

const uri = (id: string) => `#/components/schemas/${id}`

/** What callers send: fields with a default are optional. */
export function inputSchema(schema: z.ZodType): Json {
  return clean(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

/** Answers may gain fields: what reads them must not refuse fields that it does not know. */
const output = {
  io: 'output',
  unrepresentable: 'any',
  override: ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }) => {
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  },
} as const

/** What callers get: resources by reference. */
export function outputSchema(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id
  return id === undefined ? clean(z.toJSONSchema(schema, output)) : reference('schemas', id)
}

/** Those of the schemas that have an id, by that. */
export function componentSchemas(named: readonly z.ZodType[]): Json {
  const { schemas } = z.toJSONSchema(registryOf(named), {
    ...output,
    uri,
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, clean(schema)]))
}

function registryOf(schemas: readonly z.ZodType[]): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>()
  for (const schema of new Set(schemas)) {
    const id = z.globalRegistry.get(schema)?.id
    if (id !== undefined) registry.add(schema, { id })
  }
  return registry
}

/** Without the parts that mean something only to a schema that stands alone. */
function clean(schema: object): Json {
  const {
    $schema: _,
    $id: __,
    id: ___,
    '~standard': ____,
    ...rest
  } = Object.fromEntries(Object.entries(schema))
  return rest
}
