import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { isId } from '../../shared/kernel/ids.ts'
import { type Facts, withFacts } from './facts.ts'

type Handle<Answer> = (event: APIGatewayProxyEvent, context: Context) => Promise<Answer>

/** The same function, whose lines have the request id that its caller is told, and the session that its path names. */
export function withRequestFacts<Answer>(handle: Handle<Answer>): Handle<Answer> {
  return (event, context) => withFacts(factsOf(event, context), () => handle(event, context))
}

/** Whatever else a caller wrote into a path is not logged. */
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
