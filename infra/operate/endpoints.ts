import { disableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/disable-webhook-endpoint.ts'
import { enableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/enable-webhook-endpoint.ts'
import { listEndpointStates } from '../../shared/merchant/webhooks/endpoints/list-endpoint-states.ts'
import { rotateWebhookSecret } from '../../shared/merchant/webhooks/endpoints/rotate-endpoint-secret.ts'
import { showEndpointHealth } from '../../shared/merchant/webhooks/endpoints/show-endpoint-health.ts'
import type {
  EndpointHealthBody,
  OperatedEndpointBody,
} from '../../shared/merchant/webhooks/wire/endpoint-health.ts'
import { attemptResult } from './attempt-result.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const endpointCommands: readonly Command[] = [
  commandOf(listEndpointStates, {
    text: ({ endpoints }) =>
      endpoints.length > 0 ? endpointTable(endpoints) : 'There are no webhook endpoints.',
  }),
  commandOf(showEndpointHealth, { text: described }),
  commandOf(enableWebhookEndpoint, {
    text: ({ id, missed }) => [`${id} is enabled.`, ...adviceOn(id, missed)].join('\n'),
  }),
  commandOf(disableWebhookEndpoint, {
    text: ({ id, inactiveSince }) =>
      `${id} is disabled since ${inactiveSince}. Nothing is delivered to it.`,
  }),
  commandOf(rotateWebhookSecret, {
    text: ({ secret, previousSecretsUntil: [until] }) =>
      `${secret}\n\nStore it: it is not shown again. The previous secret also signs until ${until}.`,
  }),
]

function adviceOn(id: string, missed: { since: string; count: number } | null): string[] {
  if (!missed?.count) return []
  const deliveries = missed.count === 1 ? 'delivery' : 'deliveries'
  return [
    `It missed ${missed.count} ${deliveries} since ${missed.since}. To send them again:`,
    `  npm run operate -- deliveries recover ${id} --since ${missed.since}`,
  ]
}

function described(endpoint: EndpointHealthBody): string {
  const { attempts, delivered, undelivered, previousSecretsUntil } = endpoint
  const table = textTable(
    ['STARTED', 'DELIVERY', 'RESULT', 'MS'],
    attempts.map((attempt) => [
      attempt.startedAt,
      attempt.deliveryId,
      attemptResult(attempt),
      String(attempt.latencyMs ?? '-'),
    ]),
  )
  const health = `Latest attempts: ${delivered} delivered, ${undelivered} not.`
  const previous = previousSecretsUntil.map(
    (until) => `The previous secret also signs until ${until}.`,
  )
  return [endpointTable([endpoint]), ...previous, health, table].join('\n\n')
}

function endpointTable(rows: readonly OperatedEndpointBody[]): string {
  return textTable(
    ['ID', 'MODE', 'URL', 'STATE', 'FAILING SINCE', 'SECRET', 'EVENTS'],
    rows.map((row) => [
      row.id,
      row.mode,
      row.url,
      row.active ? 'enabled' : `disabled since ${row.inactiveSince}: ${row.inactiveReason}`,
      row.failingSince ?? '-',
      `${row.secretPrefix}…`,
      row.events.join(' '),
    ]),
  )
}
