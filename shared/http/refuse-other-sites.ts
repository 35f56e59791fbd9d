import type { APIGatewayProxyEvent } from 'aws-lambda'
import { ServiceError } from '../kernel/errors.ts'
import { header } from './http-message.ts'

/** Values from browsers with requests from our own pages. Other clients send nothing. */
const ownSites = [undefined, 'same-origin', 'none']

/** Throws `insufficient_scope` for requests that another site's page sent from a visitor's browser. */
export function refuseOtherSites(event: APIGatewayProxyEvent): void {
  if (ownSites.includes(header(event, 'sec-fetch-site'))) return
  throw new ServiceError(
    'insufficient_scope',
    'Only the checkout page itself may send this. Link to the page instead of calling it from another site.',
  )
}
