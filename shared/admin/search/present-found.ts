import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { presentListed } from '../../money/sweeps/present-sweep.ts'
import { findCheckoutSessions } from '../../payments/checkout-sessions/store/sessions.ts'
import { loadSweep } from '../../payments/holdings/store/sweeps.ts'
import { loadCustomer } from '../../records/customers/store/customers.ts'
import { loadDelivery } from '../../records/outbox/store/deliveries.ts'
import { loadEvent } from '../../records/outbox/store/events.ts'
import { loadWebhookEndpoint } from '../../records/outbox/store/webhook-endpoints.ts'
import { loadPaymentLink } from '../../records/payment-links/store/payment-links.ts'
import type { Found } from './find-references.ts'
import type { FoundId } from './rules/read-query.ts'
import type { SearchResult } from './wire/search-result.ts'

type Scope = { table: Table; mode: Mode }

/** What was found as it is shown, in one round trip. What does not exist is left out. */
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
    const { id, fiat, status } = session
    return result('session', { id, title: `${fiat.amount} ${fiat.currency}`, detail: status })
  })
  return (await Promise.all(results)).filter((each) => each !== undefined)
}

type Read = (scope: Scope, id: string) => Promise<SearchResult | undefined>

const readers: Record<Exclude<FoundId['kind'], 'checkoutSession'>, Read> = {
  paymentLink: async ({ table, mode }, id) => {
    const link = await loadPaymentLink(table, mode, id)
    const price = link && `${link.fiatAmount} ${link.fiatCurrency}`
    return link && result('link', { id, title: link.title, detail: price ?? null })
  },
  customer: async ({ table, mode }, id) => {
    const customer = await loadCustomer(table, mode, id)
    return customer && result('customer', { id, title: customer.email, detail: null })
  },
  event: async ({ table, mode }, id) => {
    const event = await loadEvent(table, mode, id)
    return event && result('event', { id, title: event.type, detail: event.sessionId })
  },
  delivery: async ({ table, mode }, id) => {
    const delivery = await loadDelivery(table, mode, id)
    return (
      delivery && result('delivery', { id, title: delivery.eventType, detail: delivery.status })
    )
  },
  sweep: async ({ table, mode }, id) => {
    const sweep = await loadSweep(table, mode, id)
    if (!sweep) return undefined
    const { amount, status } = presentListed(sweep)
    return result('sweep', { id, title: amount, detail: status })
  },
  webhookEndpoint: async ({ table, mode }, id) => {
    const endpoint = await loadWebhookEndpoint(table, mode, id)
    return (
      endpoint && result('endpoint', { id, title: endpoint.url, detail: endpoint.inactiveReason })
    )
  },
}

function result(
  kind: SearchResult['kind'],
  shown: Pick<SearchResult, 'id' | 'title' | 'detail'>,
): SearchResult {
  return { kind, ...shown }
}
