import { presentLinkView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { jsonResponse } from '../../shared/http/http-message.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { showLink } from '../../shared/payment-links/show-link.ts'
import { config } from '../config.ts'
import { routeHandler } from '../handlers/route-handler.ts'

const table = openTable(config('TABLE_NAME'))

/** What a link asks for, before a session exists. */
export const handler = routeHandler(async ({ pathParameters }) => {
  const link = await showLink({ table }, { slug: pathParameters?.['slug'] ?? '' })
  return jsonResponse(200, JSON.stringify(presentLinkView(link)))
})
