import type { APIGatewayProxyEvent } from 'aws-lambda'
import { ServiceError } from '../kernel/errors.ts'
import { header } from './http-message.ts'

/** What browsers say of requests by our own pages; anything that isn't a browser says nothing. */
const ownSites = [undefined, 'same-origin', 'none']

/** Refuses what another site's page sent from a visitor's browser. Throws `insufficient_scope`. */
export function refuseOtherSites(event: APIGatewayProxyEvent): void {
  if (ownSites.includes(header(event, 'sec-fetch-site'))) return
  throw new ServiceError(
    'insufficient_scope',
    'Only the checkout page itself may send this. Link to the page instead of calling it from another site.',
  )
}
