import * as z from 'zod'
import { chainName } from '../../chain/chains.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId, listCursor, listLimit } from '../../kernel/wire/operator-input.ts'
import { listCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import { listedPayment, presentListedPayment } from './wire/listed-payment.ts'

const found = z.lazy(() =>
  z.object({ payments: z.array(listedPayment), nextCursor: z.string().nullable() }),
)

export const listCustomerPayments = operatorOperation({
  name: 'list-customer-payments',
  role: 'viewer',
  command: 'customers payments',
  input: byId('the id of a customer').extend({
    limit: listLimit,
    after: listCursor('checkoutSession'),
  }),
  output: found,
  touches: { table: 'read' },
  docs: { summary: 'List the payments of a customer, newest first' },
  /** Ids of customers are unique across modes. Two round trips, so without the titles of links. */
  async run({ table }, { input: { id: customerId, limit, after: before } }) {
    const pages = await Promise.all(
      modes.map((mode) => listCheckoutSessions(table, { mode, customerId, before }, { limit })),
    )
    const { items, nextCursor } = pages.find((page) => page.items.length > 0) ?? {
      items: [],
      nextCursor: null,
    }
    const payments = items.map((session) =>
      presentListedPayment(session, { titles: new Map(), chainName }),
    )
    return { result: { payments, nextCursor } }
  },
})
