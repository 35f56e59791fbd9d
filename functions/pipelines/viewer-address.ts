import type { APIGatewayProxyEvent } from 'aws-lambda'
import { header } from '../../shared/http/http-message.ts'

/** Behind CloudFront the peer is CloudFront; the header that names the viewer is set there, over anything a viewer says. */
export function viewerAddress(event: APIGatewayProxyEvent): string {
  return header(event, 'X-Viewer-Address') ?? event.requestContext.identity.sourceIp
}
