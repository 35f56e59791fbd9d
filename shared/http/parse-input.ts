import type { APIGatewayProxyEvent } from 'aws-lambda'
import { ServiceError } from '../kernel/errors.ts'
import { noBody } from '../kernel/wire/primitives.ts'
import type { Endpoint } from '../openapi/endpoints.ts'
import type { Middleware } from './http-message.ts'
import { jsonBody } from './json-body.ts'
import { parseWith } from './parse-with.ts'
import { requestValue } from './request-value.ts'

/** What the request asks for, or why it can't be read. */
export type Input<Body, Query> =
  | { ok: true; body: Body; query: Query }
  | { ok: false; refusal: ServiceError }

/** Reads query and body by the endpoint's schemas; `of` gives them out, or the refusal, which an earlier reply precedes. */
export function parseInput<Body, Query>(
  endpoint: Pick<Endpoint<Body, Query>, 'body' | 'query'>,
): Middleware & { of: (event: APIGatewayProxyEvent) => Input<Body, Query> } {
  const inputs = requestValue<Input<Body, Query>>('input')
  const schema: unknown = endpoint.body
  const takesBody = schema !== noBody
  return {
    before: ({ event }) => {
      try {
        const query = parseWith(endpoint.query, queryOf(event))
        const body = parseWith(endpoint.body, takesBody ? jsonBody(event) : undefined)
        inputs.set(event, { ok: true, body, query })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        inputs.set(event, { ok: false, refusal: error })
      }
    },
    of: inputs.get,
  }
}

/** The parameters by their names. Throws `parameter_invalid` if one is given twice. */
export function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent) {
  const parameters = Object.entries(multiValueQueryStringParameters ?? {})
  return Object.fromEntries(parameters.map(([name, values]) => [name, single(name, values)]))
}

function single(name: string, values: readonly string[] | undefined): string | undefined {
  if (values === undefined || values.length < 2) return values?.[0]
  throw new ServiceError('parameter_invalid', `${name} is given more than once.`, { param: name })
}
