import { text as readAll } from 'node:stream/consumers'
import { mnemonicProblem, parseMnemonic } from '../../shared/payments/wallet/keys/parse-mnemonic.ts'
import { OperateError } from './operate-error.ts'
import { secretLines } from './secret-lines.ts'

type Terminal = Parameters<typeof secretLines>[0]

const ownTerminal: Terminal = { input: process.stdin, output: process.stderr }

/**
 * A mnemonic from the terminal, without showing what is typed, or else all of standard input. Never from the command line,
 * which others can see and shells store. Throws an `OperateError` that says which words are wrong.
 */
export async function readMnemonic(terminal: Terminal = ownTerminal): Promise<string> {
  const { input } = terminal
  const prompt = 'Mnemonic (not shown as you type): '
  return requireMnemonic(input.isTTY ? await secretLines(terminal)(prompt) : await readAll(input))
}

/** The mnemonic with single spaces. Checked here, too, because only the owner's own screen may show words. */
export function requireMnemonic(text: string): string {
  const problem = mnemonicProblem(text)
  if (problem === undefined) return parseMnemonic(text)
  throw new OperateError(`The mnemonic ${problem}`)
}
