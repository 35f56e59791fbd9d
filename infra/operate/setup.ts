import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import * as z from 'zod'
import { type Command, readArgs } from './command.ts'
import { OperateError, usageError } from './operate-error.ts'

const answered = z.object({ alreadySetUp: z.boolean() })

/** `setup --file setup.json`. Secrets come in a file or on standard input: a command line is seen and remembered. */
export const setup: Command = async (call, args) => {
  const { file } = readArgs(args, { file: { type: 'string' } }).values
  if (file === undefined) throw usageError('setup needs --file (or --file - for standard input).')
  const data = answered.parse(await call('operator-setup', await readInput(file)))
  const text = data.alreadySetUp
    ? 'The instance was set up before; address and notifier keys are as given now.'
    : 'The instance is set up.'
  return { data, text }
}

async function readInput(file: string): Promise<unknown> {
  try {
    return JSON.parse(file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : String(error)
    throw new OperateError(`${file} cannot be read: ${reason}.`, { cause: error })
  }
}
