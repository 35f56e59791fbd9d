import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { HttpResponse } from '../../shared/http/http-message.ts'
import { refuseOtherSites } from '../../shared/http/refuse-other-sites.ts'
import { routeHandler } from './route-handler.ts'

/** A route that changes something for the hosted page, and for no page of another site. */
export function pageHandler(run: (event: APIGatewayProxyEvent) => Promise<HttpResponse>) {
  return routeHandler(async (event) => {
    refuseOtherSites(event)
    return run(event)
  })
}
