import * as z from 'zod'
import {
  type AttemptBody,
  type DeliveryBody,
  type DeliveryWithLogBody,
  delivery,
  deliveryWithLog,
} from '../../shared/webhooks/wire/delivery.ts'
import { attemptResult } from './attempt-result.ts'
import { type Command, modesOf, type Outcome, onlyWord, readArgs } from './command.ts'
import { endpoints } from './endpoints.ts'
import { usageError } from './operate-error.ts'
import type { CallOperator } from './operator-functions.ts'
import { textTable } from './text-table.ts'

const listed = z.object({ deliveries: z.array(delivery) })
const recovered = z.object({ replayed: z.int(), more: z.boolean() })
const redriven = z.object({ deadLetters: z.int() })

/** `deliveries list | show | replay | recover | redrive`; and, as with `endpoints`, `enable | rotate`. */
export const deliveries: Command = async (call, args) => {
  const [action, ...rest] = args
  switch (action) {
    case 'list':
      return list(call, rest)
    case 'show':
      return show(call, rest)
    case 'replay':
      return replay(call, rest)
    case 'recover':
      return recover(call, rest)
    case 'redrive':
      return redrive(call, rest)
    case 'enable':
    case 'rotate':
      return endpoints(call, args)
    default:
      throw usageError('deliveries takes list, show, replay, recover, redrive, enable or rotate.')
  }
}

async function list(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values } = readArgs(args, {
    mode: { type: 'string' },
    endpoint: { type: 'string' },
    event: { type: 'string' },
    status: { type: 'string' },
    limit: { type: 'string', default: '25' },
  })
  const { endpoint: endpointId, event: eventId, status } = values
  const limit = Number(values.limit)
  const query = { command: 'list', endpointId, eventId, status, limit }
  const answers = modesOf(values.mode).map((mode) =>
    call('operator-deliveries', { ...query, mode }),
  )
  const all = (await Promise.all(answers)).flatMap((answer) => listed.parse(answer).deliveries)
  const newest = all.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
  const text = newest.length > 0 ? deliveryTable(newest) : 'There are no such deliveries.'
  return { data: { deliveries: newest }, text }
}

async function show(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const id = onlyWord(readArgs(args, {}).positionals, 'deliveries show needs the id of a delivery.')
  const data = deliveryWithLog.parse(await call('operator-deliveries', { command: 'show', id }))
  return { data, text: described(data) }
}

async function replay(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { positionals } = readArgs(args, {})
  const id = onlyWord(positionals, 'deliveries replay needs the id of a delivery.')
  const data = delivery.parse(await call('operator-deliveries', { command: 'replay', id }))
  return { data, text: `${data.id} is being sent again, as event ${data.eventId}.` }
}

/** The function recovers a number at a time; what it recovered is no longer there the next time. */
async function recover(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values, positionals } = readArgs(args, { since: { type: 'string' } })
  const endpointId = onlyWord(positionals, 'deliveries recover needs the id of an endpoint.')
  const since = readMoment(values.since)
  let replayed = 0
  for (;;) {
    const payload = { command: 'recover', endpointId, since }
    const answer = recovered.parse(await call('operator-deliveries', payload))
    replayed += answer.replayed
    if (!answer.more) break
  }
  return { data: { replayed }, text: `${counted(replayed)} being sent again.` }
}

async function redrive(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  readArgs(args, {})
  const data = redriven.parse(await call('operator-deliveries', { command: 'redrive' }))
  const text =
    data.deadLetters === 0
      ? 'There are no dead letters.'
      : `About ${data.deadLetters} dead letters are on their way back to the queue.`
  return { data, text }
}

const counted = (count: number) => (count === 1 ? '1 delivery is' : `${count} deliveries are`)

function readMoment(text: string | undefined): string {
  const moment = new Date(text ?? '')
  if (!Number.isNaN(moment.getTime())) return moment.toISOString()
  throw usageError('--since must be a moment such as 2026-03-01T12:00:00Z.')
}

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
  const { number, startedAt, latencyMs, url, requestHeaders, answer, nextAttemptAt } = attempt
  const headers = Object.entries(requestHeaders).map(([name, value]) => `  ${name}: ${value}`)
  return [
    `Attempt ${number} at ${startedAt}: ${attemptResult(attempt)}${latencyMs === null ? '' : ` after ${latencyMs} ms`}`,
    `  POST ${url}`,
    ...headers,
    ...(answer?.trim() ? [`  Answer: ${indented(answer.trim())}`] : []),
    ...(nextAttemptAt ? [`  Next attempt at ${nextAttemptAt}`] : []),
  ].join('\n')
}

/** Receivers write what they like: none of its lines may look like one of ours. */
function indented(answer: string): string {
  return answer.replaceAll('\n', '\n    ')
}
