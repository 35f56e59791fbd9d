import type { CallOperator } from './call-operator.ts'
import type { Command, Outcome } from './command.ts'
import { commands } from './commands.ts'
import { type GivenSecrets, withSecrets } from './given-secrets.ts'
import { help } from './help.ts'
import { usageError } from './operate-error.ts'
import { plainText } from './plain-text.ts'

/** Runs one command line. Throws an `OperateError` for what the user can fix. */
export async function operate(
  connect: () => Promise<CallOperator>,
  args: readonly string[],
  secrets: GivenSecrets = noSecrets,
): Promise<string> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return help(commands)
  const words = args.filter((arg) => arg !== '--json')
  const { command, rest } = commandIn(words)
  const call = await connect()
  const given = await withSecrets(command.operation, rest, secrets)
  return show(await command.run(call, given), args.includes('--json'))
}

const noSecrets: GivenSecrets = {
  variables: {},
  readLine: async () => {
    throw usageError('There is no standard input.')
  },
}

/** Aliases of commands. */
const aliases: Readonly<Record<string, string>> = {
  'deliveries enable': 'endpoints enable',
  'deliveries rotate': 'endpoints rotate',
}

function commandIn(words: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const length of [2, 1]) {
    const given = words.slice(0, length).join(' ')
    const wanted = aliases[given] ?? given
    const command = commands.find(({ operation }) => operation.command === wanted)
    if (command) return { command, rest: words.slice(length) }
  }
  throw unknownCommand(words)
}

function unknownCommand([group = '']: readonly string[]): Error {
  const known = [...commands.map(({ operation }) => operation.command), ...Object.keys(aliases)]
  const actions = known.flatMap((command) => {
    const [first, action = ''] = command?.split(' ') ?? []
    return first === group ? [action] : []
  })
  if (actions.length === 0) return usageError(`There is no command "${group}".`)
  return usageError(`${group} takes ${listed(actions)}.`)
}

/** `create, list or revoke` */
function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
}

function show({ data, text }: Outcome, asJson: boolean): string {
  return plainText(asJson ? JSON.stringify(data, null, 2) : text)
}
