import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { Command } from './command.ts'

/** The commands with their options, and what they do: those that the words name, or all, with what holds for each. */
export function help(commands: readonly Command[], words: readonly string[] = []): string {
  const [group, action] = words.filter((word) => word !== 'help' && !word.startsWith('-'))
  const inGroup = commands.filter(({ operation }) => wordsOf(operation)[0] === group)
  const named = inGroup.filter(({ operation }) => wordsOf(operation)[1] === action)
  const shown = named.length > 0 ? named : inGroup
  return shown.length > 0
    ? [...shown.map(lines), '\n  npm run operate -- --help shows all commands.'].join('\n')
    : [head, ...commands.map(lines), foot].join('\n')
}

function wordsOf({ command }: Operation): string[] {
  return command?.split(' ') ?? []
}

function lines({ operation, usage }: Command): string {
  const words = [operation.command, usage].filter(Boolean).join(' ')
  return `  npm run operate -- ${words}\n      ${operation.docs.summary}`
}

const head = 'Operates a running instance from the terminal.\n'

const foot = `
verify [-c name=value ...] builds this commit, compares it with what runs on AWS, and exits with 1 if anything differs.

deliveries enable and deliveries rotate do the same as under endpoints.

Keys, tokens and URLs that hold keys: --key -, --token - and --url - read a line of standard input each, and a terminal
doesn't show what you type. Or leave the option out and set PROVIDER_KEY, NOTIFIER_TOKEN or NODE_URLS (separated by spaces).

setup.json, for setup --file (- reads standard input):
  {"baseUrl", "mnemonic", "mnemonicIsNew", "highestIndex": {"live", "test"}, "owner": {"email", "password"},
   "payoutWallets": [{"mode", "chainId", "address"}]}
  Without "mnemonic", setup asks for it and doesn't show it; wallet add always does. Both accept it from standard input.
  --new-mnemonic says that no address was ever derived from the mnemonic. Otherwise the chains are searched for money,
  which takes minutes, and 10,000 addresses are skipped after the last one in use.

  --json   the output as JSON
  --yes    continue without a question; without a terminal, what would be asked is refused otherwise
  --help   this text

Commands go to the instance on this machine whose data is in DATA_DIR (default .local). If FUNCTION_PREFIX is set, they go
to the deployment on AWS whose functions have that prefix, with the AWS credentials of the environment.`
