import {
  type ApiDocument,
  type Operation,
  operationsByResource,
} from '../../../sdk/generate/operations.ts'

/** A request as a reader writes it; `body` and `id` are examples, if it has any. */
export type SampleRequest = { verb: string; path: string; id: string | null; body: unknown }

type ClientMethod = Pick<Operation, 'method' | 'isList'> & { resource: string }

/** The client's methods by the names of their operations. */
export function clientMethods(api: ApiDocument): ReadonlyMap<string, ClientMethod> {
  const methods = Array.from(operationsByResource(api), ([resource, operations]) =>
    operations.map(
      ({ typeName, method, isList }) => [typeName, { resource, method, isList }] as const,
    ),
  )
  return new Map(methods.flat())
}

export function curlSample({ verb, path, id, body }: SampleRequest): string {
  const usual = body === undefined ? 'get' : 'post'
  return [
    `curl "$QUITTANCE_URL/api/v1${path.replace('{id}', id ?? '')}"`,
    ...(verb === usual ? [] : [`-X ${verb.toUpperCase()}`]),
    '-H "Authorization: Bearer $QUITTANCE_API_KEY"',
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')
}

export function clientSample(
  { resource, method, isList }: ClientMethod,
  request: SampleRequest,
): string {
  const { id, body } = request
  const given = [
    ...(id === null ? [] : [`'${id}'`]),
    ...(body === undefined ? [] : [literal(body)]),
  ]
  const call = `quittance.${resource}.${method}(${given.join(', ')})`
  return isList
    ? `for await (const item of ${call}) console.log(item)`
    : `console.log(await ${call})`
}

/** JSON as TypeScript is written: no quotes around most names, single ones around text. */
function literal(body: unknown): string {
  const quoted = /"((?:[^"\\]|\\.)*)"(:?)/g
  return JSON.stringify(body, null, 2).replace(quoted, (_, text: string, colon: string) =>
    colon && /^\w+$/.test(text) ? `${text}:` : `'${text}'${colon}`,
  )
}
