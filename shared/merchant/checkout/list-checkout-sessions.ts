import { noInput, ok } from '../../kernel/operation/operation.ts'
import {
  createdFilters,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import { metadataPair } from '../../kernel/wire/metadata.ts'
import { id } from '../../kernel/wire/primitives.ts'
import { listCheckoutSessions as readCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import {
  checkoutSession,
  presentCheckoutSession,
  sessionStatus,
} from '../../payments/checkout-sessions/wire/checkout-session.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'

export const listCheckoutSessions = merchantOperation({
  name: 'list-checkout-sessions',
  route: 'GET /api/v1/checkout_sessions',
  scope: 'sessions:read',
  input: {
    ...noInput,
    query: cursorQuery('checkoutSession').extend({
      status: sessionStatus.optional(),
      linkId: id.optional(),
      customerId: id.optional(),
      metadata: metadataPair.optional(),
      ...createdFilters,
    }),
  },
  output: ok(cursorList(checkoutSession, 'CheckoutSessionList')),
  touches: { table: 'read' },
  docs: {
    tag: 'Checkout sessions',
    summary: 'List checkout sessions',
    description:
      'Filters can be combined in any way. A page may have fewer sessions than `limit`, or none, and still not be the last: with `customerId` or `metadata` and another filter, a request looks at 500 sessions. Continue until `hasMore` is false.',
  },
  async run({ table, settings: settingsOf }, { mode, query }) {
    const { limit, starting_after: before, ...filter } = query
    const page = await readCheckoutSessions(table, { mode, before, ...filter }, { limit })
    const settings = await settingsOf(mode)
    return { result: presentPage(page, (session) => presentCheckoutSession(session, settings)) }
  },
})
