import type { APIGatewayProxyEvent } from 'aws-lambda'
import { ServiceError } from '../kernel/errors.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { jsonBody } from './json-body.ts'
import { parseWith } from './parse-with.ts'

/** The request's input, or why it can't be read. */
export type Input<Body, Query> =
  | { ok: true; body: Body; query: Query }
  | { ok: false; refusal: ServiceError }

type Schemas<Body, Query> = Pick<Operation<Body, Query>, 'body' | 'query'>

/** Reads query and body by the operation's schemas. Throws like `jsonBody` and `parseWith`. */
export function readInput<Body, Query>(
  schemas: Schemas<Body, Query>,
  event: APIGatewayProxyEvent,
): { body: Body; query: Query } {
  const { body, query } = schemas
  const acceptsBody = !body.safeParse(undefined).success
  return {
    query: parseWith(query, queryOf(event)),
    body: parseWith(body, acceptsBody ? jsonBody(event) : undefined),
  }
}

/** Reads the input, and returns the error, for pipelines that have other errors to throw first. */
export function tryInput<Body, Query>(
  schemas: Schemas<Body, Query>,
  event: APIGatewayProxyEvent,
): Input<Body, Query> {
  try {
    return { ok: true, ...readInput(schemas, event) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { ok: false, refusal: error }
  }
}

/** A pair of the one parameter that is an object: `metadata[order]`. */
const pairName = /^metadata\[(.*)\]$/s

/** The parameters by their names. Throws `parameter_invalid` if one is given twice. */
function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent) {
  const parameters = Object.entries(multiValueQueryStringParameters ?? {}).map(
    ([name, values]) => [name, single(name, values)] as const,
  )
  const pairs = parameters.flatMap(([name, value]) => {
    const key = pairName.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as const]
  })
  return {
    ...Object.fromEntries(parameters.filter(([name]) => !pairName.test(name))),
    ...(pairs.length > 0 && { metadata: Object.fromEntries(pairs) }),
  }
}

function single(name: string, values: readonly string[] | undefined): string | undefined {
  if (values === undefined || values.length < 2) return values?.[0]
  throw new ServiceError('parameter_invalid', `${name} is given more than once.`, { param: name })
}
