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
  const inputs = operations.flatMap((operation) => [
    ...(operation.body ? [[`${operation.typeName}Body`, operation.body]] : []),
    ...(operation.query.length ? [[`${operation.typeName}Query`, querySchema(operation)]] : []),
  ])
  // `QuittanceError` carries it, and its name is taken.
  const { Error: _, ...schemas } = api.components.schemas
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

/** Where the compiler found a type, which says nothing to a reader. */
const origin =
  /\/\*\*\n \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/g

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
  const kept = Object.entries(value).filter(([key]) => !unsaid.has(key))
  return Object.fromEntries(
    kept.map(([key, of]) => [
      key,
      key === '$ref' ? String(of).replace('#/components/schemas/', '#/definitions/') : readable(of),
    ]),
  )
}

const unsaid = new Set([
  'default',
  'example',
  'examples',
  'exclusiveMinimum',
  'format',
  'maximum',
  'maxItems',
  'maxLength',
  'minimum',
  'minItems',
  'minLength',
  'pattern',
  'propertyNames',
  'uniqueItems',
])
