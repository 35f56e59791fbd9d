import { compile } from 'json-schema-to-typescript'
import * as z from 'zod'
import type { ApiDocument, Operation } from './operations.ts'

type Schema = NonNullable<Parameters<typeof compile>[0]>

const notice =
  '/* Generated from the OpenAPI document by `npm run sdk`; a test keeps it up to date. */'

/** Returns every resource, body and query of the document as a TypeScript type. */
export async function clientTypes(
  api: ApiDocument,
  operations: readonly Operation[],
): Promise<string> {
  const inputs = operations.flatMap((operation) =>
    operation.query.length ? [[`${operation.typeName}Query`, querySchema(operation)]] : [],
  )
  // `QuittanceError` replaces `Error`, whose name is in use; the document itself isn't a resource.
  const { Error: _, ErrorDetail: __, OpenApiDocument: ___, ...schemas } = api.components.schemas
  const definitions = { ...schemas, ...Object.fromEntries(inputs) }
  const root = schema.parse(readable({ type: 'object', additionalProperties: false, definitions }))
  const text = await compile(root, 'Root', {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    unreachableDefinitions: true,
  })
  return `${notice}\n${text.replace(/export interface Root \{\s*\}\n?/, '').replaceAll(origin, '')}`
}

/** Comments of the compiler about the origin of a type, which are useless to readers. */
const found = String.raw` \* This interface was referenced by \`Root\`'s JSON-Schema\n \* via the \`definition\` "\w+"\.\n`
const origin = new RegExp(String.raw` \* ?\n${found}|/\*\*\n${found} \*/\n`, 'g')

const schema = z.custom<Schema>((value) => typeof value === 'object' && value !== null)

function querySchema({ query }: Operation): Record<string, unknown> {
  return {
    type: 'object',
    properties: Object.fromEntries(
      query.map(({ name, description, schema: of }) => [name, { ...of, description }]),
    ),
  }
}

/** Removes what types can't express, which would only become comments, and makes references local. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) {
    const { $ref, ...rest } = value
    const target = { $ref: String($ref).replace('#/components/schemas/', '#/definitions/') }
    // With anything next to a reference, the compiler would generate another type with a number in its name.
    return Object.keys(rest).length ? { ...rest, allOf: [target] } : target
  }
  const kept = Object.entries(value).filter(([key]) => !unsaid.has(key))
  return Object.fromEntries(kept.map(([key, of]) => [key, readable(of)]))
}

const unsaid = new Set([
  'default',
  'else',
  'example',
  'examples',
  'exclusiveMinimum',
  'format',
  'if',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minimum',
  'minItems',
  'minLength',
  'not',
  'oneOf',
  'pattern',
  'propertyNames',
  'then',
  'uniqueItems',
])
