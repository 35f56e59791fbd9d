import { didYouMean } from '../../shared/kernel/nearest.ts'
import type { CallOperator } from './call-operator.ts'
import type { Command, OpenTable, Outcome } from './command.ts'
import { allCommands, findCommand } from './commands.ts'
import type { Confirm } from './confirm-call.ts'
import { type GivenSecrets, withSecrets } from './given-secrets.ts'
import { help } from './help.ts'
import { usageError } from './operate-error.ts'
import { plainText } from './plain-text.ts'

export type Surroundings = GivenSecrets & {
  openTable?: OpenTable | undefined
  /** Without it, nothing has to be confirmed. */
  confirm?: Confirm | undefined
}

/** Runs one command line. Throws an `OperateError` for what the user can fix. */
export async function operate(
  connect: () => Promise<CallOperator>,
  args: readonly string[],
  surroundings: Surroundings = nothing,
): Promise<string> {
  const parts = await Array.fromAsync(operateInParts(connect, args, surroundings))
  return parts.join('')
}

export async function* operateInParts(
  connect: () => Promise<CallOperator>,
  args: readonly string[],
  { openTable, confirm, ...secrets }: Surroundings,
): AsyncGenerator<string> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    yield help(await allCommands(), args)
    return
  }
  const words = args.filter((arg) => arg !== '--json' && arg !== '--yes')
  const { command, rest } = await commandIn(words)
  const connected = await connect()
  const isAsked = confirm && !args.includes('--yes') && isOwners(command)
  const call = isAsked ? await confirming(connected, confirm) : connected
  const given = await withSecrets(command.operation, rest, secrets)
  yield* show(await command.run(call, given, openTable), args.includes('--json'))
}

/** Other roles can do no lasting harm. */
function isOwners({ operation: { caller } }: Command): boolean {
  return caller.kind === 'operator' && caller.role === 'owner'
}

/** Imported only when needed: it loads much of the service. */
async function confirming(call: CallOperator, confirm: Confirm): Promise<CallOperator> {
  const { confirmedCalls } = await import('./confirm-call.ts')
  return confirmedCalls(call, confirm)
}

const nothing: Surroundings = {
  variables: {},
  readLine: async () => {
    throw usageError('There is no standard input.')
  },
}

const aliases: Readonly<Record<string, string>> = {
  'deliveries enable': 'endpoints enable',
  'deliveries rotate': 'endpoints rotate',
}

type Given = { command: Command; rest: readonly string[] }

async function commandIn(words: readonly string[]): Promise<Given> {
  const options = words.findIndex((word) => word.startsWith('-'))
  const named = options === -1 ? words : words.slice(0, options)
  const given = [2, 1].map((length) => named.slice(0, length).join(' '))
  const command = await findCommand(given.map((name) => aliases[name] ?? name))
  if (!command) throw await unknownCommand(words)
  return { command, rest: words.slice(command.operation.command?.split(' ').length) }
}

async function unknownCommand([group = '', given = '']: readonly string[]): Promise<Error> {
  const commands = await allCommands()
  const known = [...commands.map(({ operation }) => operation.command), ...Object.keys(aliases)]
  const words = known.map((command) => command?.split(' ') ?? [])
  const actions = words.flatMap(([first, action = '']) => (first === group ? [action] : []))
  if (actions.length > 0) {
    return usageError(`${group} takes ${listed(actions)}.${didYouMean(given, actions)}`)
  }
  const groups = [...new Set(words.map(([first = '']) => first))]
  return usageError(`There is no command "${group}".${didYouMean(group, groups)}`)
}

/** `create, list or revoke` */
function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
}

async function* show({ data, text }: Outcome, asJson: boolean): AsyncGenerator<string> {
  const parts = asJson ? JSON.stringify(data, null, 2) : text
  if (typeof parts === 'string') yield plainText(parts)
  else for await (const part of parts) yield plainText(part)
}
