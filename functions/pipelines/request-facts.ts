import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { isId } from '../../shared/kernel/ids.ts'
import { type Facts, withFacts } from '../../shared/log/facts.ts'

type Handle<Result> = (event: APIGatewayProxyEvent, context: Context) => Promise<Result>

/** Adds the request id that the caller receives, and the session in the path, to the function's log lines. */
export function withRequestFacts<Result>(handle: Handle<Result>): Handle<Result> {
  return (event, context) => withFacts(factsOf(event, context), () => handle(event, context))
}

/** Nothing else from a path is logged. */
export function sessionNamed(id: string | undefined): Facts {
  return id !== undefined && isId('checkoutSession', id) ? { sessionId: id } : {}
}

function factsOf(
  { requestContext, pathParameters }: APIGatewayProxyEvent,
  context: Context,
): Facts {
  return {
    function: context.functionName,
    requestId: requestContext.requestId,
    ...sessionNamed(pathParameters?.['id']),
  }
}
