import { randomBytes } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { header, jsonResponse } from '../../shared/http/http-message.ts'
import { openTable } from '../../shared/store/table.ts'
import { openLink } from '../../shared/use-cases/open-link.ts'
import { config } from '../config.ts'
import { openingSessions } from '../deps/opening-sessions.ts'
import { settingsOf } from '../deps/settings-of.ts'
import { routeHandler } from '../handlers/route-handler.ts'

const perLink = 300

const table = openTable(config('TABLE_NAME'))
const deps = {
  ...openingSessions({ table, now: () => new Date(), randomBytes, settings: settingsOf(table) }),
  limits: { perClient: config('LINK_SESSIONS_PER_MINUTE'), perLink },
}

/** A visitor's session, made by the page's script and never by fetching the page: previews and crawlers make none. */
export const handler = routeHandler(async (event) => {
  const slug = event.pathParameters?.['slug'] ?? ''
  const view = await openLink(deps, { slug, viewerAddress: viewerAddressOf(event) })
  return jsonResponse(201, JSON.stringify(view))
})

/** Behind CloudFront the peer is CloudFront; the header that names the viewer is set there, over anything a viewer says. */
function viewerAddressOf(event: APIGatewayProxyEvent): string {
  return header(event, 'X-Viewer-Address') ?? event.requestContext.identity.sourceIp
}
