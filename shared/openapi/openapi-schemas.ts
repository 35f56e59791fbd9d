import * as z from 'zod'

export type Json = Record<string, unknown>

export function reference(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

/** A schema of the document, and the named schemas that it refers to. */
type Described = { schema: Json; named: Json }

/** What callers send: fields with a default are optional. */
export function inputSchema(schema: z.ZodType): Described {
  return describe(
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: (context) => {
        withoutFalseBounds(context)
        // From any default, `openapi-typescript` makes a field that callers must send.
        if (context.jsonSchema.default === null) delete context.jsonSchema.default
      },
    }),
  )
}

/** What callers get. Responses may gain fields: what reads them must not refuse fields that it does not know. */
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

/** That a number is one which JavaScript can hold is no rule of ours. */
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

/** Without the parts that mean something only to a schema that stands alone. */
function clean({ $schema: _, $id: __, id: ___, '~standard': ____, ...rest }: Json): Json {
  return rest
}
