import { webhookEndpointExample } from '../../shared/merchant/webhooks/wire/webhook-endpoint-example.ts'
import { eventExampleOf } from '../../shared/openapi/event-examples.ts'
import { customerExample } from '../../shared/records/customers/wire/customer-example.ts'
import { paymentLinkExample } from '../../shared/records/payment-links/wire/payment-link-example.ts'
import { ok, rejected } from './dashboard-fixture.ts'
import { type Screen, settings, signedIn, visit } from './dashboard-visits.ts'
import { listedPayments } from './payment-screens.ts'

const link = { ...paymentLinkExample, mode: 'live' }

const links = [
  link,
  {
    ...link,
    id: 'pl_2',
    slug: 'q8w2e4r6t5',
    title: 'Single issue',
    fiatAmount: '6.50',
    fiatCurrency: 'EUR',
    description: null,
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

const attempt = (number: number, statusCode: number | null) => ({
  deliveryId: 'del_1',
  number,
  startedAt: `2026-11-20T13:5${number}:07.000Z`,
  state: stateOf(statusCode),
  latencyMs: 198,
  url: endpoint.url,
  statusCode,
  requestHeaders: {
    'Content-Type': 'application/json',
    'User-Agent': 'Quittance-Webhooks/1',
    'webhook-id': event.id,
    'X-Webhook-Signature':
      't=1795179069,v1=d23653b98484c0f228470e6210b66e03ce566e506b10f48ff0d5e00ae7c6eb7a',
  },
  response: statusCode === null ? null : 'Back soon: deploying release 2026.47',
  responseHeaders:
    statusCode === 503 ? { 'retry-after': '120', server: 'nginx', 'x-request-id': 'a81c' } : {},
  error: statusCode === null ? 'timed_out' : null,
  message: null,
  nextAttemptAt: null,
})

function stateOf(statusCode: number | null): string {
  if (statusCode === null) return 'failed'
  return statusCode < 300 ? 'delivered' : 'refused'
}

const delivery = {
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
  replayedAt: null,
  endedAt: null,
  createdAt: '2026-11-20T13:50:00.000Z',
}

const ended = { ...delivery, nextAttemptAt: null }

const deliveries = [
  delivery,
  {
    ...ended,
    id: 'del_2',
    status: 'succeeded',
    eventType: 'session.paid',
    attemptsMade: 1,
    lastStatusCode: 200,
  },
  {
    ...ended,
    id: 'del_3',
    status: 'failed',
    ending: 'attempts_exhausted',
    attemptsMade: 6,
    lastStatusCode: null,
    lastError: 'timed_out',
  },
  {
    ...ended,
    id: 'del_4',
    status: 'cancelled',
    ending: 'endpoint_inactive',
    attemptsMade: 0,
    lastStatusCode: null,
    sessionId: null,
    reference: null,
  },
]

const attempts = [
  ...[attempt(4, 503), attempt(3, null)],
  ...Array.from({ length: 44 }, (_, at) => ({ ...attempt(2, 200), deliveryId: `del_${at}` })),
]

const health = { ...endpoint, delivered: 44, undelivered: 2, attempts }

const paid = ok({ payments: listedPayments.slice(0, 3), nextCursor: null })

const totals = ok({
  count: 3,
  sums: [{ currency: 'USD', asked: '219.50', paid: '170.50' }],
  isPartial: false,
})

const visited = {
  ...visit(signedIn),
  'get-settings': ok(settings),
  'list-customer-payments': paid,
  'total-payments': totals,
}

function screen(path: string, replies: Screen['replies'], shows: readonly string[]): Screen {
  return { path, replies: { ...visited, ...replies }, shows }
}

const listed = { 'list-endpoint-states': ok({ endpoints: [endpoint, disabled] }) }
const shown = {
  'show-endpoint-health': ok(health),
  'list-deliveries': ok({ deliveries, nextCursor: null }),
}

/** States of links, customers, webhooks and events. */
export const merchantScreens: Readonly<Record<string, Screen>> = {
  links: screen('/live/links', { 'list-links': ok({ links, nextCursor: null }) }, [
    ...['A year of letters', '€6.50', 'Inactive', 'Create link'],
  ]),
  'links-empty': screen('/test/links', { 'list-links': ok({ links: [], nextCursor: null }) }, [
    'No links yet',
  ]),
  link: screen(`/live/links/${link.id}`, { 'show-payment-link': ok(link) }, [
    ...['https://pay.example/l/k7m2p9x4qd', 'Download SVG', 'HTML of the button', '$25.00'],
  ]),
  'link-inactive': screen(
    `/live/links/${link.id}`,
    { 'show-payment-link': ok({ ...link, active: false }) },
    ['This link is inactive', 'Activate'],
  ),
  'link-new': {
    ...screen('/live/links/new', {}, ['Enter a title', 'Enter an amount', 'Change the name, logo']),
    clicks: ['Create link'],
  },
  'link-remove': {
    ...screen(`/live/links/${link.id}`, { 'show-payment-link': ok(link) }, ['permanently']),
    clicks: ['Delete'],
  },
  customers: screen(
    '/live/customers',
    { 'find-customers': ok({ customers, total: 3, nextCursor: null }) },
    ['ada@example.com', 'tier: gold', '3 values', '100+'],
  ),
  'customers-empty': screen(
    '/test/customers',
    { 'find-customers': ok({ customers: [], total: 0, nextCursor: null }) },
    ['No customers yet'],
  ),
  'customers-none': screen(
    '/live/customers?email=nobody@example.com',
    { 'find-customers': ok({ customers: [], total: 0, nextCursor: null }) },
    ['Nobody has this email', 'Clear'],
  ),
  customer: screen(`/live/customers/${customer.id}`, { 'show-customer': ok(customer) }, [
    ...['First seen', 'What your shop knows', '3 payments. $170.50 paid of $219.50.'],
  ]),
  'customer-conflict': {
    ...screen(
      `/live/customers/${customer.id}`,
      {
        'show-customer': ok(customer),
        'change-customer': rejected(409, 'state_changed'),
      },
      ['Somebody else has just changed this customer', 'Load again'],
    ),
    clicks: ['Save'],
  },
  webhooks: screen('/live/webhooks', listed, [
    ...['shop.northfield.example', 'Disabled', 'session.unmatched_deposit'],
  ]),
  'webhooks-undelivered': screen(
    '/live/webhooks?view=undelivered',
    {
      ...listed,
      'list-deliveries': ok({
        deliveries: deliveries.filter(({ status }) => status !== 'succeeded'),
        nextCursor: null,
      }),
    },
    ['Order 10479 · shop.northfield.example', 'Next attempt', 'No response', 'Replay'],
  ),
  'webhooks-empty': screen('/test/webhooks', { 'list-endpoint-states': ok({ endpoints: [] }) }, [
    'No endpoints yet',
  ]),
  'webhooks-add': {
    ...screen('/live/webhooks', listed, ['New endpoint, Live', 'session.failed']),
    clicks: ['Add endpoint'],
  },
  endpoint: screen(`/live/webhooks/${endpoint.id}`, shown, [
    ...['Last 46 attempts, 44 delivered', 'whsec_4vJ9xT…', 'Replay failed…'],
  ]),
  'endpoint-disabled': screen(
    '/live/webhooks/we_2',
    { ...shown, 'show-endpoint-health': ok({ ...health, ...disabled }) },
    ['Every attempt failed for five days', 'Enable'],
  ),
  'endpoint-menu': {
    ...screen(`/live/webhooks/${endpoint.id}`, shown, ['Retrying', 'Order 10479', 'No response']),
    clicks: ['More actions'],
  },
  'endpoint-recover': {
    ...screen(`/live/webhooks/${endpoint.id}`, shown, ['Everything that was not delivered']),
    clicks: ['Replay failed…'],
  },
  'endpoint-secret': {
    ...screen(
      `/live/webhooks/${endpoint.id}`,
      { ...shown, 'rotate-webhook-secret': ok({ ...endpoint, secret: 'whsec_4vJ9xTexample' }) },
      ['Rotate the secret?', 'For 24 hours both sign'],
    ),
    clicks: ['More actions', 'Rotate secret'],
  },
  delivery: screen(
    '/live/webhooks/del_1',
    {
      'show-delivery': ok({
        ...delivery,
        requestBody: JSON.stringify(event),
        attempts: [attempt(1, null), attempt(2, 503)],
      }),
    },
    [
      'Response: 503',
      'deploying release',
      'retry-after: 120',
      'X-Webhook-Signature',
      'Next attempt',
      'Replay',
    ],
  ),
  events: screen(
    '/live/events',
    {
      'find-events': ok({
        events: [event, { ...eventExampleOf('session.paid'), id: 'evt_2', livemode: true }],
        nextCursor: null,
      }),
    },
    ['Less than the price arrived'],
  ),
  'events-none': screen(
    '/live/events?type=session.failed',
    { 'find-events': ok({ events: [], nextCursor: null }) },
    ['No such events', 'Clear'],
  ),
  event: screen(
    `/live/events/${event.id}`,
    {
      'show-event': ok(event),
      'list-deliveries': ok({ deliveries: deliveries.slice(0, 2), nextCursor: null }),
    },
    ['Event as it is delivered', '"sequence": 2', 'Delivered'],
  ),
}
