import { randomBytes } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { openLink } from '../../shared/checkout-sessions/open-link.ts'
import { openLinkBody } from '../../shared/checkout-sessions/wire/checkout.ts'
import { jsonResponse } from '../../shared/http/http-message.ts'
import { jsonBody } from '../../shared/http/json-body.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { email } from '../../shared/kernel/wire/primitives.ts'
import { config } from '../config.ts'
import { openingSessions } from '../deps/opening-sessions.ts'
import { settingsOf } from '../deps/settings-of.ts'
import { viewerAddress } from '../deps/viewer-address.ts'
import { pageHandler } from '../handlers/page-handler.ts'

const perLink = 300

const table = openTable(config('TABLE_NAME'))
const deps = {
  ...openingSessions({ table, now: () => new Date(), randomBytes, settings: settingsOf(table) }),
  limits: { perClient: config('LINK_SESSIONS_PER_MINUTE'), perLink },
}

/** A visitor's session, made by the page's script and never by fetching the page: previews and crawlers make none. */
export const handler = pageHandler(async (event) => {
  const view = await openLink(deps, {
    slug: event.pathParameters?.['slug'] ?? '',
    viewerAddress: viewerAddress(event),
    customerEmail: prefilledEmail(event),
  })
  return jsonResponse(201, JSON.stringify(view))
})

/** Null if the link named none, or none that could be one: the page asks for it. Forms of other sites send no JSON. */
function prefilledEmail(event: APIGatewayProxyEvent): string | null {
  const { prefillEmail } = parseWith(openLinkBody, jsonBody(event))
  return email.safeParse(prefillEmail).data ?? null
}
