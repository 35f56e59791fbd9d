import type { APIGatewayProxyEvent } from 'aws-lambda'
import { header } from '../../shared/http/http-message.ts'

/**
 * The visitor's address, without a port: audit entries, limits and payment providers take it as it is. Behind CloudFront
 * the peer is CloudFront, which sets the viewer's address in a header and overwrites the viewer's own.
 */
export function viewerAddress(event: APIGatewayProxyEvent): string {
  return header(event, 'X-Viewer-Address') ?? event.requestContext.identity.sourceIp
}
