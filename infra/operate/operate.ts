import { audit } from './audit.ts'
import { chains } from './chains.ts'
import type { Command, Outcome } from './command.ts'
import { deliveries } from './deliveries.ts'
import { deposits } from './deposits.ts'
import { endpoints } from './endpoints.ts'
import { keys } from './keys.ts'
import { usageError } from './operate-error.ts'
import type { CallOperator } from './operator-functions.ts'
import { plainText } from './plain-text.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { setupToken } from './setup-token.ts'
import { wallet } from './wallet.ts'

const commands: Readonly<Record<string, Command>> = {
  audit,
  chains,
  deliveries,
  deposits,
  endpoints,
  keys,
  sessions,
  settings,
  setup,
  'setup-token': setupToken,
  wallet,
}

const help = `Operates a running instance from the terminal.

  npm run operate -- keys create --mode test --name shop [--scopes links:read,links:write | all]
  npm run operate -- keys list [--mode test|live]
  npm run operate -- keys revoke ID
  npm run operate -- endpoints list [--mode test|live]
  npm run operate -- endpoints show | enable | disable | rotate ENDPOINT
                     (show: its latest attempts; rotate: a new secret, the old one signs too for 24 hours)
  npm run operate -- deliveries list [--mode test|live] [--endpoint ENDPOINT] [--event EVENT]
                     [--status pending|succeeded|failed|cancelled] [--limit 25]
  npm run operate -- deliveries show | replay DELIVERY
  npm run operate -- deliveries enable | rotate ENDPOINT      (the same as under endpoints)
  npm run operate -- deliveries recover ENDPOINT --since 2026-03-01T12:00:00Z
                     (sends again what failed or was cancelled since then)
  npm run operate -- deliveries redrive
                     (puts dead letters of the queue back on it)
  npm run operate -- deposits list [--mode test|live] [--limit 25] [--before CURSOR]
                     (money at deposit addresses that no session counts)
  npm run operate -- sessions show | check SESSION
                     (what a session is and why; check: looks at its chain now, as when a customer says "I paid")
  npm run operate -- sessions accept SESSION --deposit counted | DEPOSIT [--deposit …] --note "why"
                     (makes a closed session paid, for money that it counted itself or that lies at its address)
  npm run operate -- sessions dismiss SESSION [--deposit DEPOSIT …] --note "why"
                     (takes it, or only those deposits, off the list of deposits; changes no status)
  npm run operate -- audit list --mode test|live [--limit 25] [--after ENTRY]
                     (what operators did, and why)
  npm run operate -- chains probe [--chain 8453]
                     (compares the enabled chains with what each of their nodes says)
  npm run operate -- settings get --mode test
  npm run operate -- settings set --mode test sessionTtlSeconds=600 confirmations.31337=5 defaultAsset=
                     (nothing after "=" takes the default again)
  npm run operate -- setup --file setup.json [--new-mnemonic]
                     (--new-mnemonic: no address was ever derived from it; otherwise the chains are searched for
                     money, which takes minutes, and 10,000 addresses are skipped after the last one in use)
                     {"baseUrl", "mnemonic", "mnemonicIsNew", "highestIndex": {"live", "test"}, "owner": {"email", "password"},
                      "notifierKeys": [{"notifier", "chainId", "signingKey"}],
                      "payoutWallets": [{"mode", "chainId", "address"}]}

  npm run operate -- wallet check [--mode test|live] [--until 500]
                     (money at deposit addresses that no session has; takes minutes, if not only until an index)
  npm run operate -- wallet skip --mode live --highest-index 25000
                     (new sessions begin 10,000 deposit addresses past it)

  npm run operate -- setup-token [--renew]
                     (what the first visitor of an instance that is not set up has to know; --renew: another one)

  --json   the answer as JSON
  --help   this text

It takes the instance on this machine whose data is in DATA_DIR (default .local), or, with FUNCTION_PREFIX set, the
deployment on AWS whose functions have that prefix, with the AWS credentials of the environment.`

/** Runs one command line. Throws an `OperateError` for what the person at the terminal can mend. */
export async function operate(
  connect: () => Promise<CallOperator>,
  args: readonly string[],
): Promise<string> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return help
  const [name = '', ...rest] = args.filter((arg) => arg !== '--json')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw usageError(`There is no command "${name}".`)
  return show(await command(await connect(), rest), args.includes('--json'))
}

function show({ data, text }: Outcome, asJson: boolean): string {
  return plainText(asJson ? JSON.stringify(data, null, 2) : text)
}
