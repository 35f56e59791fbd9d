import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import * as z from 'zod'
import { type Command, readArgs } from './command.ts'
import { OperateError, usageError } from './operate-error.ts'
import { unreadLines, unreadOfMode } from './unread-lines.ts'

const answered = z.discriminatedUnion('alreadySetUp', [
  z.object({ alreadySetUp: z.literal(true) }),
  z.object({
    alreadySetUp: z.literal(false),
    firstIndex: z.object({ live: z.int(), test: z.int() }),
    unread: z.array(unreadOfMode),
  }),
])

const fileContents = z.looseObject({})

/** `setup --file setup.json [--new-mnemonic]`. Secrets come in a file or on standard input: a command line is seen and remembered. */
export const setup: Command = async (call, args) => {
  const { values } = readArgs(args, {
    file: { type: 'string' },
    'new-mnemonic': { type: 'boolean' },
  })
  const { file, 'new-mnemonic': isNew } = values
  if (file === undefined) throw usageError('setup needs --file (or --file - for standard input).')
  const given = fileContents.parse(await readInput(file))
  const input = isNew ? { ...given, mnemonicIsNew: true } : given
  const data = answered.parse(await call('operator-setup', input))
  return { data, text: textOf(data) }
}

function textOf(data: z.infer<typeof answered>): string {
  if (data.alreadySetUp) {
    return 'The instance was set up before; address and notifier keys are as given now.'
  }
  const { live, test } = data.firstIndex
  if (live === 0 && test === 0) return 'The instance is set up.'
  return [
    'The instance is set up. Deposit addresses that may have been used are skipped:',
    `new sessions begin at index ${live} (live) and ${test} (test).`,
    ...unreadLines(data.unread),
    ...(data.unread.length > 0 ? [adviceOnUnread] : []),
    'Money at the skipped addresses: npm run operate -- wallet check',
  ].join('\n')
}

const adviceOnUnread =
  'If addresses further on were in use there, name the highest index before you open sessions: npm run operate -- wallet skip --mode live --highest-index 25000'

async function readInput(file: string): Promise<unknown> {
  try {
    return JSON.parse(file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : String(error)
    throw new OperateError(`${file} cannot be read: ${reason}.`, { cause: error })
  }
}
