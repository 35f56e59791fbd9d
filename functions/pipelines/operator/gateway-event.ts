import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Invocation } from './terminal-door.ts'

/** Whatever has a `requestContext` came through API Gateway. */
export function isFromGateway(event: unknown): event is APIGatewayProxyEvent {
  return typeof event === 'object' && event !== null && 'requestContext' in event
}

export function isWhole(context: Context | Invocation | undefined): context is Context {
  return context !== undefined && 'getRemainingTimeInMillis' in context
}
