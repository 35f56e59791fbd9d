import * as z from 'zod'
import {
  endpointHealth,
  type OperatedEndpointBody,
  operatedEndpoint,
} from '../../shared/webhooks/wire/endpoint-health.ts'
import { attemptResult } from './attempt-result.ts'
import { type Command, modesOf, type Outcome, onlyWord, readArgs } from './command.ts'
import { usageError } from './operate-error.ts'
import type { CallOperator } from './operator-functions.ts'
import { textTable } from './text-table.ts'

const listed = z.object({ endpoints: z.array(operatedEndpoint) })
const enabled = operatedEndpoint.extend({
  missed: z.object({ since: z.string(), count: z.int() }).nullable(),
})
const rotated = operatedEndpoint.extend({ secret: z.string() })

/** `endpoints list | show | enable | disable | rotate`. */
export const endpoints: Command = async (call, args) => {
  const [action, ...rest] = args
  switch (action) {
    case 'list':
      return list(call, rest)
    case 'show':
      return show(call, rest)
    case 'enable':
      return enable(call, rest)
    case 'disable':
      return disable(call, rest)
    case 'rotate':
      return rotate(call, rest)
    default:
      throw usageError('endpoints takes list, show, enable, disable or rotate.')
  }
}

async function list(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values } = readArgs(args, { mode: { type: 'string' } })
  const answers = modesOf(values.mode).map((mode) =>
    call('operator-endpoints', { command: 'list', mode }),
  )
  const all = (await Promise.all(answers)).flatMap((answer) => listed.parse(answer).endpoints)
  const text = all.length > 0 ? endpointTable(all) : 'There are no webhook endpoints.'
  return { data: { endpoints: all }, text }
}

/** Calls a command that takes one endpoint and nothing else. */
function ofOne(call: CallOperator, command: string, args: readonly string[]): Promise<unknown> {
  const { positionals } = readArgs(args, {})
  const id = onlyWord(positionals, `endpoints ${command} needs the id of an endpoint.`)
  return call('operator-endpoints', { command, id })
}

async function show(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const data = endpointHealth.parse(await ofOne(call, 'show', args))
  const attempts = textTable(
    ['STARTED', 'DELIVERY', 'RESULT', 'MS'],
    data.attempts.map((attempt) => [
      attempt.startedAt,
      attempt.deliveryId,
      attemptResult(attempt),
      String(attempt.latencyMs ?? '-'),
    ]),
  )
  const health = `Latest attempts: ${data.delivered} delivered, ${data.undelivered} not.`
  const previous = data.previousSecretsUntil.map((until) => `An older secret signs until ${until}.`)
  return { data, text: [endpointTable([data]), ...previous, health, attempts].join('\n\n') }
}

async function enable(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const data = enabled.parse(await ofOne(call, 'enable', args))
  const { id, missed } = data
  const lines = [
    `${id} is on.`,
    ...(missed?.count
      ? [
          `It missed ${missed.count} ${missed.count === 1 ? 'delivery' : 'deliveries'} since ${missed.since}. To send them again:`,
          `  npm run operate -- deliveries recover ${id} --since ${missed.since}`,
        ]
      : []),
  ]
  return { data, text: lines.join('\n') }
}

async function disable(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const data = operatedEndpoint.parse(await ofOne(call, 'disable', args))
  return { data, text: `${data.id} is off since ${data.inactiveSince}; it gets nothing.` }
}

async function rotate(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const data = rotated.parse(await ofOne(call, 'rotate', args))
  const until = data.previousSecretsUntil[0]
  const text = `${data.secret}\n\nKeep it: it is not shown again. The secret before signs as well until ${until}.`
  return { data, text }
}

function endpointTable(rows: readonly OperatedEndpointBody[]): string {
  return textTable(
    ['ID', 'MODE', 'URL', 'STATE', 'FAILING SINCE', 'SECRET', 'EVENTS'],
    rows.map((row) => [
      row.id,
      row.mode,
      row.url,
      row.active ? 'on' : `off since ${row.inactiveSince}: ${row.inactiveReason}`,
      row.failingSince ?? '-',
      `${row.secretPrefix}…`,
      row.events.join(' '),
    ]),
  )
}
