import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { presentListed } from '../../money/sweeps/present-sweep.ts'
import { referenceIn } from '../../payments/checkout-sessions/rules/reference.ts'
import { findCheckoutSessions } from '../../payments/checkout-sessions/store/sessions.ts'
import { countSessionsOfCustomer } from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import { loadSweep } from '../../payments/holdings/store/sweeps.ts'
import { loadCustomer } from '../../records/customers/store/customers.ts'
import { loadDelivery } from '../../records/outbox/store/deliveries.ts'
import { loadEvent } from '../../records/outbox/store/events.ts'
import { loadWebhookEndpoint } from '../../records/outbox/store/webhook-endpoints.ts'
import type { PaymentLink } from '../../records/payment-links/rules/payment-link.ts'
import { loadPaymentLink } from '../../records/payment-links/store/payment-links.ts'
import type { Found } from './find-references.ts'
import type { FoundId } from './rules/read-query.ts'
import type { SearchResult } from './wire/search-result.ts'

type Scope = { table: Table; mode: Mode }

/** Reads and presents what was found, in one round trip. Records that don't exist are left out. */
export async function presentFound(
  { table, mode }: Scope,
  found: readonly Found[],
): Promise<SearchResult[]> {
  const ids = found.flatMap(({ kind, id }) => (kind === 'checkoutSession' ? [id] : []))
  const sessions = findCheckoutSessions(table, mode, ids)
  const results = found.map(async (each) => {
    if ('title' in each) return each
    if (each.kind !== 'checkoutSession') return readers[each.kind]({ table, mode }, each.id)
    const session = (await sessions).get(each.id)
    if (!session) return undefined
    const { id, fiat, status, customerEmail, metadata, createdAt: at } = session
    const shown = { title: customerEmail ?? '', detail: referenceIn(metadata), fiat, status, at }
    return result('session', id, shown)
  })
  return (await Promise.all(results)).filter((each) => each !== undefined)
}

type Read = (scope: Scope, id: string) => Promise<SearchResult | undefined>

const readers: Record<Exclude<FoundId['kind'], 'checkoutSession'>, Read> = {
  paymentLink: async ({ table, mode }, id) => {
    const link = await loadPaymentLink(table, mode, id)
    if (!link) return undefined
    const { title, createdAt: at } = link
    return result('link', id, { title, at, fiat: priceOf(link) })
  },
  customer: async ({ table, mode }, id) => {
    const [customer, payments] = await Promise.all([
      loadCustomer(table, mode, id),
      countSessionsOfCustomer(table, { mode, customerId: id }),
    ])
    if (!customer) return undefined
    return result('customer', id, { title: customer.email, payments, at: customer.createdAt })
  },
  event: async ({ table, mode }, id) => {
    const event = await loadEvent(table, mode, id)
    return (
      event &&
      result('event', id, { title: event.type, detail: event.sessionId, at: event.createdAt })
    )
  },
  delivery: async ({ table, mode }, id) => {
    const delivery = await loadDelivery(table, mode, id)
    if (!delivery) return undefined
    const { eventType: title, status, createdAt: at } = delivery
    return result('delivery', id, { title, status, at })
  },
  sweep: async ({ table, mode }, id) => {
    const sweep = await loadSweep(table, mode, id)
    if (!sweep) return undefined
    const { amount, status } = presentListed(sweep)
    return result('sweep', id, { title: amount, status, at: sweep.createdAt })
  },
  webhookEndpoint: async ({ table, mode }, id) => {
    const endpoint = await loadWebhookEndpoint(table, mode, id)
    if (!endpoint) return undefined
    const { url: title, inactiveReason: detail, createdAt: at } = endpoint
    return result('endpoint', id, { title, detail, at })
  },
}

function priceOf({ fiatAmount: amount, fiatCurrency: currency }: PaymentLink) {
  return { amount, currency }
}

type Shown = Pick<SearchResult, 'title'> &
  Partial<Pick<SearchResult, 'detail' | 'fiat' | 'payments' | 'status'>> & { at: Date }

function result(kind: SearchResult['kind'], id: string, { at, ...shown }: Shown): SearchResult {
  const nothing = { detail: null, fiat: null, payments: null, status: null }
  return { kind, id, ...nothing, ...shown, at: at.toISOString() }
}
