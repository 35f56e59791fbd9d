import { listDeliveries } from '../../shared/merchant/webhooks/deliveries/list-deliveries.ts'
import { recoverDeliveries } from '../../shared/merchant/webhooks/deliveries/recover-deliveries.ts'
import { redriveDeliveries } from '../../shared/merchant/webhooks/deliveries/redrive-deliveries.ts'
import { replayDelivery } from '../../shared/merchant/webhooks/deliveries/replay-delivery.ts'
import { showDelivery } from '../../shared/merchant/webhooks/deliveries/show-delivery.ts'
import type {
  AttemptBody,
  DeliveryBody,
  DeliveryWithLogBody,
} from '../../shared/merchant/webhooks/wire/delivery.ts'
import { attemptResult } from './attempt-result.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const deliveryCommands: readonly Command[] = [
  commandOf(listDeliveries, {
    text: ({ deliveries }) =>
      deliveries.length > 0 ? deliveryTable(deliveries) : 'There are no such deliveries.',
  }),
  commandOf(showDelivery, { text: described }),
  commandOf(replayDelivery, {
    text: ({ id, eventId }) => `${id} is being sent again, as event ${eventId}.`,
  }),
  commandOf(recoverDeliveries, {
    callWith: recoverAll,
    text: ({ replayed }) => `${counted(replayed)} being sent again.`,
  }),
  commandOf(redriveDeliveries, {
    text: ({ deadLetters }) =>
      deadLetters === 0
        ? 'There are no dead letters.'
        : `About ${deadLetters} dead letters are being moved back to the queue.`,
  }),
]

/** One call recovers a part; the next one continues with the rest. */
async function recoverAll(call: CallOperator, input: Readonly<Record<string, unknown>>) {
  let replayed = 0
  for (;;) {
    const part = await call(recoverDeliveries, input)
    replayed += part.replayed
    if (!part.more) return { replayed, more: false }
  }
}

const counted = (count: number) => (count === 1 ? '1 delivery is' : `${count} deliveries are`)

function deliveryTable(rows: readonly DeliveryBody[]): string {
  return textTable(
    ['ID', 'MODE', 'EVENT', 'ENDPOINT', 'STATUS', 'ATTEMPTS', 'CREATED', 'NEXT ATTEMPT'],
    rows.map((row) => [
      row.id,
      row.mode,
      row.eventType,
      row.endpointId,
      statusOf(row),
      String(row.attemptsMade),
      row.createdAt,
      row.nextAttemptAt ?? '-',
    ]),
  )
}

function statusOf({ status, ending }: DeliveryBody): string {
  return ending === null ? status : `${status}: ${ending}`
}

function described(shown: DeliveryWithLogBody): string {
  return [
    deliveryTable([shown]),
    ...(shown.replayedAt === null ? [] : [`Sent again from the start at ${shown.replayedAt}.`]),
    `Event ${shown.eventId}, body:\n${shown.requestBody}`,
    ...shown.attempts.map(attemptText),
  ].join('\n\n')
}

function attemptText(attempt: AttemptBody): string {
  const { number, startedAt, latencyMs, url, requestHeaders, response, nextAttemptAt } = attempt
  const received = headerLines(attempt.responseHeaders)
  return [
    `Attempt ${number} at ${startedAt}: ${attemptResult(attempt)}${latencyMs === null ? '' : ` after ${latencyMs} ms`}`,
    `  POST ${url}`,
    ...headerLines(requestHeaders),
    ...(received.length > 0 ? ['  Response headers:', ...received.map(indentedLine)] : []),
    ...(attempt.redacted ? ['  Response: erased with its customer'] : []),
    ...(response?.trim() ? [`  Response: ${indented(response.trim())}`] : []),
    ...(nextAttemptAt ? [`  Next attempt at ${nextAttemptAt}`] : []),
  ].join('\n')
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
}

const indentedLine = (line: string) => `  ${line}`

/** Indents a response, so that none of its lines looks like one of ours. */
function indented(response: string): string {
  return response.replaceAll('\n', '\n    ')
}
