import { presentLinkView } from '../../shared/contract/checkout.ts'
import { jsonResponse } from '../../shared/http/http-message.ts'
import { openTable } from '../../shared/store/table.ts'
import { showLink } from '../../shared/use-cases/show-link.ts'
import { config } from '../config.ts'
import { routeHandler } from '../handlers/route-handler.ts'

const table = openTable(config('TABLE_NAME'))

/** What a link asks for, before a session exists. */
export const handler = routeHandler(async ({ pathParameters }) => {
  const link = await showLink({ table }, { slug: pathParameters?.['slug'] ?? '' })
  return jsonResponse(200, JSON.stringify(presentLinkView(link)))
})
