import { type AttemptBody, presentAttempt } from '../../shared/merchant/webhooks/wire/delivery.ts'
import { webhookDeliveryExample } from '../../shared/merchant/webhooks/wire/webhook-delivery-example.ts'
import { webhookEndpointExample } from '../../shared/merchant/webhooks/wire/webhook-endpoint-example.ts'
import { eventExampleOf } from '../../shared/openapi/event-examples.ts'
import { customerExample } from '../../shared/records/customers/wire/customer-example.ts'
import type { AttemptOutcome } from '../../shared/records/outbox/rules/delivery-attempt.ts'
import { paymentLinkExample } from '../../shared/records/payment-links/wire/payment-link-example.ts'
import { ok } from './dashboard-fixture.ts'
import { type Screen, settings } from './dashboard-visits.ts'
import { listedPayments } from './payment-screens.ts'

const link = { ...paymentLinkExample, mode: 'live' }

const links = [
  link,
  {
    ...link,
    id: 'pl_2',
    slug: 'q8w2e4r6t5',
    title: 'Single issue',
    description: null,
    fiatAmount: '6.50',
    fiatCurrency: 'EUR',
  },
  { ...link, id: 'pl_3', slug: 'z9x8c7v6b5', title: 'Back issue bundle', active: false },
]

const customer = { ...customerExample, mode: 'live' }

const customers = [
  { ...customer, payments: 12 },
  { ...customer, id: 'cus_2', email: 'mia.lindqvist@example.com', metadata: null, payments: 0 },
  {
    ...customer,
    id: 'cus_3',
    email: 'a.very.long.name.of.somebody@subdomain.example.com',
    metadata: { tier: 'gold', since: 2021, newsletter: 'yes' },
    payments: 100,
  },
]

const endpoint = {
  ...webhookEndpointExample,
  mode: 'live',
  url: 'https://shop.northfield.example/hooks/quittance',
  events: ['session.detected', 'session.paid'],
  inactiveSince: null,
  failingSince: null,
  previousSecretsUntil: [],
}

const disabled = {
  ...endpoint,
  id: 'we_2',
  url: 'https://old.northfield.example/hook',
  active: false,
  inactiveReason: 'only_failures',
  inactiveSince: '2026-11-18T16:22:00.000Z',
  failingSince: '2026-11-13T16:22:00.000Z',
}

const event = { ...eventExampleOf('session.underpaid'), livemode: true }
const paidEvent = { ...eventExampleOf('session.paid'), id: 'evt_2', livemode: true }

function attempt(number: number, outcome: AttemptOutcome): AttemptBody {
  const startedAt = new Date(`2026-11-20T13:5${number}:07.000Z`)
  const line = { deliveryId: 'del_1', number, startedAt, latencyMs: 198, url: endpoint.url }
  const nothing = { mode: 'live', endpointId: endpoint.id, nextAttemptAt: null } as const
  return presentAttempt({ ...line, ...nothing, requestHeaders, outcome }, startedAt)
}

const requestHeaders = {
  'Content-Type': 'application/json',
  'User-Agent': 'Quittance-Webhooks/1',
  'webhook-id': event.id,
  'X-Webhook-Signature':
    't=1795179069,v1=d23653b98484c0f228470e6210b66e03ce566e506b10f48ff0d5e00ae7c6eb7a',
}

const isDown: AttemptOutcome = {
  kind: 'responded',
  statusCode: 503,
  body: 'Back soon: deploying release 2026.47',
  headers: { 'retry-after': '120', server: 'nginx', 'x-request-id': 'a81c' },
}
const hangs: AttemptOutcome = { kind: 'failed', error: 'timed_out', message: '' }
const accepts: AttemptOutcome = { kind: 'responded', statusCode: 200, body: '' }

/** It was refused, and is tried again. */
export const delivery = {
  ...webhookDeliveryExample,
  id: 'del_1',
  mode: 'live',
  endpointId: endpoint.id,
  eventId: event.id,
  eventType: event.type,
  status: 'pending',
  ending: null,
  attemptsMade: 2,
  lastStatusCode: 503,
  lastError: null,
  sessionId: 'cs_01JD8Z3K5V7Q2N4M00000000AA',
  reference: '10479',
  nextAttemptAt: '2026-11-20T14:41:00.000Z',
  endedAt: null,
}

const ended = { ...delivery, nextAttemptAt: null, lastStatusCode: null }

const deliveries = [
  delivery,
  {
    ...ended,
    id: 'del_2',
    eventType: 'session.paid',
    status: 'succeeded',
    attemptsMade: 1,
    lastStatusCode: 200,
  },
  {
    ...ended,
    id: 'del_3',
    status: 'failed',
    ending: 'attempts_exhausted',
    attemptsMade: 6,
    lastError: 'timed_out',
  },
  {
    ...ended,
    id: 'del_4',
    status: 'cancelled',
    ending: 'endpoint_inactive',
    attemptsMade: 0,
    sessionId: null,
    reference: null,
  },
]

const attempts = [
  ...[attempt(4, isDown), attempt(3, hangs)],
  ...Array.from({ length: 44 }, (_, at) => ({ ...attempt(2, accepts), deliveryId: `del_${at}` })),
]

const health = { ...endpoint, delivered: 44, undelivered: 2, attempts }

const sums = [{ currency: 'USD', asked: '219.50', paid: '170.50' }]

const visited = {
  'get-settings': ok(settings),
  'list-customer-payments': ok({ payments: listedPayments.slice(0, 3), nextCursor: null }),
  'total-payments': ok({ count: 3, sums, isPartial: false }),
}

const page = (path: string, replies: Screen['replies']) => ({
  path: `/live/${path}`,
  replies: { ...visited, ...replies },
})

const webhooksPage = page('webhooks', {
  'list-endpoint-states': ok({ endpoints: [endpoint, disabled] }),
})
const endpointPage = page(`webhooks/${endpoint.id}`, {
  'show-endpoint-health': ok(health),
  'list-deliveries': ok({ deliveries, nextCursor: null }),
})

/** States of links, customers, webhooks and events. */
export const merchantScreens = {
  links: {
    ...page('links', { 'list-links': ok({ links, nextCursor: null }) }),
    shows: ['A year of letters', '€6.50', 'Inactive', 'Create link'],
  },
  link: {
    ...page(`links/${link.id}`, { 'show-payment-link': ok({ ...link, active: false }) }),
    shows: [
      ...['https://pay.example/l/k7m2p9x4qd', 'Download SVG', 'HTML of the button', '$25.00'],
      ...['This link is inactive', 'Activate'],
    ],
  },
  'link-new': {
    ...page('links/new', {}),
    clicks: ['Create link'],
    shows: ['Enter a title', 'Enter an amount', 'Change the name, logo'],
  },
  'link-remove': {
    ...page(`links/${link.id}`, { 'show-payment-link': ok(link) }),
    clicks: ['Delete'],
    shows: ['Deactivate', 'permanently'],
  },
  customers: {
    ...page('customers', { 'find-customers': ok({ customers, total: 3, nextCursor: null }) }),
    shows: ['ada@example.com', 'tier: gold', '3 values', '100+'],
  },
  customer: {
    ...page(`customers/${customer.id}`, { 'show-customer': ok(customer) }),
    shows: ['First seen', 'What your shop knows', '3 payments. $170.50 paid of $219.50.'],
  },
  webhooks: {
    ...webhooksPage,
    shows: ['shop.northfield.example', 'Disabled', 'session.unmatched_deposit'],
  },
  'webhooks-undelivered': {
    path: '/live/webhooks?view=undelivered',
    replies: {
      ...webhooksPage.replies,
      'list-deliveries': ok({
        deliveries: deliveries.filter(({ status }) => status !== 'succeeded'),
        nextCursor: null,
      }),
    },
    shows: ['Order 10479 · shop.northfield.example', 'Next attempt', 'No response', 'Replay'],
  },
  'webhooks-add': {
    ...webhooksPage,
    clicks: ['Add endpoint'],
    shows: ['New endpoint, Live', 'session.failed'],
  },
  endpoint: {
    ...endpointPage,
    shows: ['Last 46 attempts, 44 delivered', 'whsec_4vJ9xT…', 'Replay failed…'],
  },
  'endpoint-disabled': {
    path: '/live/webhooks/we_2',
    replies: {
      ...endpointPage.replies,
      'show-endpoint-health': ok({ ...health, ...disabled }),
    },
    shows: ['Every attempt failed for five days', 'Enable'],
  },
  'endpoint-menu': {
    ...endpointPage,
    clicks: ['More actions'],
    shows: ['Retrying', 'Order 10479', 'No response'],
  },
  'endpoint-recover': {
    ...endpointPage,
    clicks: ['Replay failed…'],
    shows: ['Everything that was not delivered'],
  },
  'endpoint-secret': {
    ...endpointPage,
    clicks: ['More actions', 'Rotate secret'],
    shows: ['Rotate the secret?', 'For 24 hours both sign'],
  },
  delivery: {
    ...page('webhooks/del_1', {
      'show-delivery': ok({
        ...delivery,
        requestBody: JSON.stringify(event),
        attempts: [attempt(1, hangs), attempt(2, isDown)],
      }),
    }),
    shows: [
      ...['Response: 503', 'deploying release', 'retry-after: 120'],
      ...['X-Webhook-Signature', 'Next attempt', 'Replay'],
    ],
  },
  events: {
    ...page('events', { 'find-events': ok({ events: [event, paidEvent], nextCursor: null }) }),
    shows: ['Less than the price arrived'],
  },
  event: {
    ...page(`events/${event.id}`, {
      'show-event': ok(event),
      'list-deliveries': ok({ deliveries: deliveries.slice(0, 2), nextCursor: null }),
    }),
    shows: ['Event as it is delivered', '"sequence": 2', 'Delivered'],
  },
} satisfies Readonly<Record<string, Screen>>
