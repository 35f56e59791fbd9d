import type { Mode } from '../../kernel/mode.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type CursorPage,
  createdFilters,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import { metadataPair } from '../../kernel/wire/metadata.ts'
import { id } from '../../kernel/wire/primitives.ts'
import { listCheckoutSessions as readCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import {
  type CheckoutSessionBody,
  checkoutSession,
  presentCheckoutSession,
  sessionStatus,
} from '../../payments/checkout-sessions/wire/checkout-session.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'

export const listCheckoutSessions = operation({
  name: 'list-checkout-sessions',
  route: 'GET /api/v1/checkout_sessions',
  caller: merchant('sessions:read'),
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
})

type Services = { table: Table; settings: (mode: Mode) => Promise<Settings> }

export async function runListCheckoutSessions(
  { table, settings: settingsOf }: Services,
  { mode, query }: RequestOf<typeof listCheckoutSessions>,
): Promise<Decision<CursorPage<CheckoutSessionBody>>> {
  const { limit, starting_after: before, ...filter } = query
  const page = await readCheckoutSessions(table, { mode, before, ...filter }, { limit })
  const settings = await settingsOf(mode)
  return { result: presentPage(page, (session) => presentCheckoutSession(session, settings)) }
}
