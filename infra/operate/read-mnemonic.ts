import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { mnemonicProblem } from '../../shared/wallet/keys/parse-mnemonic.ts'
import { OperateError } from './operate-error.ts'

/** Where a mnemonic is typed, or piped from. */
export type SecretInput = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  /** Shows the prompt. Not the standard output, which holds only what the command says. */
  prompts: NodeJS.WritableStream
}

const ownTerminal: SecretInput = { input: process.stdin, prompts: process.stderr }

/**
 * A mnemonic from the terminal, without showing what is typed, or else from standard input. Never from the command line,
 * which others can see and shells store. Throws an `OperateError` that says which words are wrong.
 */
export async function readMnemonic(from: SecretInput = ownTerminal): Promise<string> {
  const typed = from.input.isTTY ? await typedUnseen(from) : await readAll(from.input)
  return requireMnemonic(typed)
}

/** Checked here, too, because only the owner's own screen may show words. */
export function requireMnemonic(text: string): string {
  const problem = mnemonicProblem(text)
  if (problem === undefined) return text
  throw new OperateError(`The mnemonic ${problem}`)
}

async function typedUnseen({ input, prompts }: SecretInput): Promise<string> {
  prompts.write('Mnemonic (not shown as you type): ')
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  const cancelled = new AbortController()
  lines.once('SIGINT', () => cancelled.abort())
  try {
    return await lines.question('', { signal: cancelled.signal })
  } catch (error) {
    if (!cancelled.signal.aborted) throw error
    throw new OperateError('Cancelled: nothing was changed.', { cause: error })
  } finally {
    lines.close()
    prompts.write('\n')
  }
}
