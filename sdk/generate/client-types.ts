import { compile } from 'json-schema-to-typescript'
import * as z from 'zod'
import type { ApiDocument, Operation } from './operations.ts'

type Schema = NonNullable<Parameters<typeof compile>[0]>

const notice =
  '/* Made from the OpenAPI document by `npm run sdk`; a test holds it to that document. */'

/** Every resource, body and query of the document as a TypeScript type. */
export async function clientTypes(
  api: ApiDocument,
  operations: readonly Operation[],
): Promise<string> {
  const inputs = operations.flatMap((operation) =>
    operation.query.length ? [[`${operation.typeName}Query`, querySchema(operation)]] : [],
  )
  // `QuittanceError` carries an error, whose name is taken; the document itself is no resource.
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

/** Where the compiler found a type, which says nothing to a reader: at the end of a comment, or all of it. */
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

/** Without what types can't say, which would only end up in comments, and with references within one file. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) {
    const { $ref, ...rest } = value
    const target = { $ref: String($ref).replace('#/components/schemas/', '#/definitions/') }
    // With anything beside its reference, a type would be another one, with a number in its name.
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
