import { randomBytes } from 'node:crypto'
import { giveDetails } from '../../shared/checkout-sessions/give-details.ts'
import { giveDetailsBody } from '../../shared/checkout-sessions/wire/checkout.ts'
import { jsonResponse } from '../../shared/http/http-message.ts'
import { jsonBody } from '../../shared/http/json-body.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { config } from '../config.ts'
import { presentingSessions } from '../deps/checkout-page.ts'
import { viewerAddress } from '../deps/viewer-address.ts'
import { pageHandler } from '../handlers/page-handler.ts'

const deps = {
  ...presentingSessions(),
  randomBytes,
  // Whoever opens a link's sessions may give details for each.
  perClient: config('LINK_SESSIONS_PER_MINUTE'),
}

/** The page's details step. */
export const handler = pageHandler(async (event) => {
  const details = parseWith(giveDetailsBody, jsonBody(event))
  const id = event.pathParameters?.['id'] ?? ''
  const view = await giveDetails(deps, { id, viewerAddress: viewerAddress(event), details })
  return jsonResponse(200, JSON.stringify(view))
})
