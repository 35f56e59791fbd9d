import * as z from 'zod'

const jsonSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  deprecated: z.boolean().optional(),
  required: z.array(z.string()).default([]),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), jsonSchema).optional()
  },
  get items() {
    return jsonSchema.optional()
  },
  get additionalProperties() {
    return z.union([z.boolean(), jsonSchema]).optional()
  },
  get anyOf() {
    return z.array(jsonSchema).optional()
  },
  get allOf() {
    return z.array(jsonSchema).optional()
  },
})

export type JsonSchema = z.infer<typeof jsonSchema>

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: jsonSchema,
})

const response = z.object({
  $ref: z.string().optional(),
  description: z.string(),
  content: z
    .object({
      'application/json': z.object({
        schema: jsonSchema,
        examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
      }),
    })
    .optional(),
})

const describedOperation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({ schema: jsonSchema, example: z.unknown().optional() }),
      }),
    })
    .optional(),
  responses: z.record(z.string(), response),
})

export type DescribedOperation = z.infer<typeof describedOperation>

/** The parts of the API's description that the reference shows. */
export const openApiDocument = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), describedOperation)),
  webhooks: z.record(z.string(), z.object({ post: z.object({ summary: z.string() }) })),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), response),
  }),
})

export type OpenApiDocument = z.infer<typeof openApiDocument>

/** Returns `CheckoutSession` for `#/components/schemas/CheckoutSession`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Returns the schema with the description from the place that refers to it. */
export function resolved(api: OpenApiDocument, schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  const found = api.components.schemas[nameOf(schema.$ref)]
  if (!found) throw new Error(`the description has no ${schema.$ref}`)
  return { ...found, description: schema.description ?? found.description }
}

/** Returns the first example, or one composed of its parts' examples. */
export function exampleOf(api: OpenApiDocument, schema: JsonSchema): unknown {
  const whole = resolved(api, schema)
  const [given] = whole.examples ?? []
  if (given !== undefined) return given
  if (whole.const !== undefined) return whole.const
  if (whole.enum) return whole.enum[0]
  if (whole.allOf) return Object.assign({}, ...whole.allOf.map((part) => exampleOf(api, part)))
  if (whole.anyOf?.[0]) return exampleOf(api, whole.anyOf[0])
  if (whole.items) return [exampleOf(api, whole.items)]
  if (whole.properties) {
    const filled = whole.required.map((name) => [
      name,
      exampleOf(api, whole.properties?.[name] ?? jsonSchema.parse({})),
    ])
    return Object.fromEntries(filled)
  }
  return plainExample(whole)
}

function plainExample({ type, format }: JsonSchema): unknown {
  const [first] = [type].flat()
  if (Array.isArray(type) && type.includes('null')) return null
  if (format === 'date-time') return '2026-03-01T12:00:00.000Z'
  if (first === 'boolean') return false
  if (first === 'integer' || first === 'number') return 1
  return first === 'object' ? {} : '…'
}
