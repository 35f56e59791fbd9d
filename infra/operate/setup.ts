import * as z from 'zod'
import { type SetUp, setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { type Command, commandOf } from './command.ts'
import { readArgs } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { contractLines } from './payout-wallets.ts'
import { readJson } from './read-json.ts'
import { readMnemonic, requireMnemonic } from './read-mnemonic.ts'
import { unreadLines } from './unread-lines.ts'
import { withoutRefusal } from './without-refusal.ts'

export const setupCommands: readonly Command[] = [
  commandOf(setUpInstance, {
    usage: '--file setup.json [--new-mnemonic] [--may-hold-money]',
    read: readSetup,
    text: (done) => textOf(withoutRefusal(done)),
  }),
]

const fileContents = z.looseObject({ mnemonic: z.string().optional() })

/**
 * Reads secrets from a file or standard input: command lines are visible to others, and stored by the shell. A mnemonic
 * that the file doesn't have is asked for.
 */
async function readSetup(args: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = readArgs(args, {
    file: { type: 'string' },
    'new-mnemonic': { type: 'boolean' },
    'may-hold-money': { type: 'boolean' },
  })
  const { file, 'new-mnemonic': isNew, 'may-hold-money': mayHoldMoney } = values
  if (file === undefined) throw usageError('setup needs --file (or --file - for standard input).')
  const given = fileContents.parse(await readJson(file))
  const mnemonic = given.mnemonic ? requireMnemonic(given.mnemonic) : await askedFor(file)
  return {
    ...given,
    mnemonic,
    ...(isNew && { mnemonicIsNew: true }),
    ...(mayHoldMoney && { mayHoldMoney }),
  }
}

async function askedFor(file: string): Promise<string> {
  if (file !== '-') return readMnemonic()
  throw usageError(
    'mnemonic is missing. Without it, setup needs --file with a path, and asks for it.',
  )
}

type Stored = Extract<SetUp, { alreadySetUp: boolean }>
function textOf(done: Stored): string {
  if (done.alreadySetUp) {
    return 'The instance was already set up. Its base URL and notifier keys have been updated.'
  }
  return [...indexLines(done), ...contractLines(done.payoutWallets)].join('\n')
}

function indexLines({ firstIndex, unread }: Extract<SetUp, { alreadySetUp: false }>): string[] {
  const { live, test } = firstIndex
  if (live === 0 && test === 0) return ['The instance is set up.', noteBeside]
  return [
    'The instance is set up. Deposit addresses that may have been used are skipped:',
    `new sessions begin at index ${live} (live) and ${test} (test).`,
    ...unreadLines(unread),
    noteBeside,
    ...(unread.length > 0 ? [adviceOnUnread] : []),
    'Money at the skipped addresses: npm run operate -- wallet check',
  ]
}

/** A search of the words alone can't tell where the newest addresses are, once many were swept or unpaid. */
const noteBeside =
  'Note the index of the next session beside the words from time to time: npm run operate -- wallet list'

const adviceOnUnread =
  'If addresses further on were in use there, skip them before you open sessions: npm run operate -- wallet skip --mode live --highest-index 25000'
