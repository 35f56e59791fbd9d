import * as z from 'zod'

export type Json = Record<string, unknown>

export function reference(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

/** A schema of the document, and the named schemas that it refers to. */
type Described = { schema: Json; named: Json }

/** The schema of what callers send: fields with a default are optional. */
export function inputSchema(schema: z.ZodType): Described {
  return describe(
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: (context) => {
        withoutFalseBounds(context)
        // `openapi-typescript` makes a field with any default required.
        if (context.jsonSchema.default === null) delete context.jsonSchema.default
      },
    }),
  )
}

/** The schema of what callers get. Responses may gain fields, so clients must accept unknown fields. */
export function outputSchema(schema: z.ZodType): Described {
  return describe(
    z.toJSONSchema(schema, {
      io: 'output',
      unrepresentable: 'any',
      override: (context) => {
        withoutFalseBounds(context)
        if (context.jsonSchema.additionalProperties === false) {
          delete context.jsonSchema.additionalProperties
        }
      },
    }),
  )
}

type Override = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]

/** JavaScript's safe integer range is not part of the API. */
function withoutFalseBounds({ jsonSchema }: Pick<Override, 'jsonSchema'>): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const document = z.looseObject({ $defs: z.record(z.string(), z.looseObject({})).default({}) })

function describe(json: object): Described {
  const { $defs, ...schema } = document.parse(
    JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')),
  )
  const named = Object.entries($defs).map(([id, inner]) => [id, clean(inner)])
  return { schema: clean(schema), named: Object.fromEntries(named) }
}

/** Removes the parts that only make sense in a standalone schema. */
function clean({ $schema: _, $id: __, id: ___, '~standard': ____, ...rest }: Json): Json {
  return rest
}
