import * as z from 'zod'

const json = z.record(z.string(), z.unknown())
const reference = z.object({ $ref: z.string() })

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean(),
        description: z.string().optional(),
        schema: json,
      }),
    )
    .default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: json }) }) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
})

const success = z.object({
  content: z.object({ 'application/json': z.object({ schema: reference }) }),
})

const verbs = ['get', 'post', 'patch', 'delete'] as const

/** The parts of an OpenAPI document that the generator reads. */
export const apiDocument = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(verbs), operation)),
  components: z.object({ schemas: z.record(z.string(), json) }),
})

export type ApiDocument = z.infer<typeof apiDocument>

export type Operation = {
  verb: (typeof verbs)[number]
  path: string
  /** The prefix of its types, such as `CreateQuote`. */
  typeName: string
  /** `create`, `retrieve`, `list`, `update`, `delete`, or the last part of the path. */
  method: string
  isList: boolean
  summary: string
  description: string
  query: { name: string; description: string | undefined; schema: Record<string, unknown> }[]
  body: Record<string, unknown> | undefined
  isIdempotent: boolean
  /** The name of the response's component. */
  response: string
}

/** Returns the document's operations by resource, such as `checkoutSessions`. */
export function operationsByResource(api: ApiDocument): Map<string, Operation[]> {
  const described = Object.entries(api.paths).filter(([path]) => path !== '/openapi.json')
  const operations = described.flatMap(([path, byVerb]) =>
    verbs.flatMap((verb) => {
      const found = byVerb[verb]
      return found ? [readOperation(path, verb, found)] : []
    }),
  )
  return Map.groupBy(operations, ({ path }) => camelCase(path.split('/')[1] ?? ''))
}

function readOperation(
  path: string,
  verb: Operation['verb'],
  found: z.infer<typeof operation>,
): Operation {
  const { operationId, summary, description, parameters, requestBody } = found
  return {
    verb,
    path,
    typeName: capitalize(operationId),
    method: methodName(path, verb),
    isList: verb === 'get' && !path.endsWith('{id}'),
    summary,
    description,
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, description, schema }) => ({ name, description, schema })),
    body: requestBody?.content['application/json'].schema,
    isIdempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    response: responseName(found.responses),
  }
}

function responseName(responses: Record<string, unknown>): string {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const { $ref } = success.parse(response).content['application/json'].schema
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

function methodName(path: string, verb: Operation['verb']): string {
  const last = path.split('/').at(-1) ?? ''
  const isOne = last === '{id}'
  if (verb === 'get' && isOne) return 'retrieve'
  if (verb === 'get') return path.includes('{id}') ? camelCase(`list_${last}`) : 'list'
  if (verb === 'patch') return 'update'
  if (verb === 'delete') return 'delete'
  return path.includes('{id}') ? camelCase(last) : 'create'
}

function camelCase(text: string): string {
  return text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
