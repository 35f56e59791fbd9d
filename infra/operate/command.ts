import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import * as z from 'zod'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { usageError } from './operate-error.ts'
import type { CallOperator } from './operator-functions.ts'

/** What a command came to: data for `--json`, text for people. */
export type Outcome = { data: unknown; text: string }

/** One word of the command line, such as `keys`, with everything after it. */
export type Command = (call: CallOperator, args: readonly string[]) => Promise<Outcome>

/** Options and words of a command; anything it does not know is a usage error. */
export function readArgs<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}

export function readMode(text: string | undefined): Mode {
  const mode = z.enum(modes).safeParse(text)
  if (mode.success) return mode.data
  throw usageError('--mode must be live or test.')
}

/** The one word that a command takes; `what` says what is missing: "keys revoke needs the id of a key." */
export function onlyWord(positionals: readonly string[], what: string): string {
  const [word, ...more] = positionals
  if (word !== undefined && more.length === 0) return word
  throw usageError(what)
}

/** The modes to look into: the one named, else both. */
export function modesOf(text: string | undefined): readonly Mode[] {
  return text === undefined ? modes : [readMode(text)]
}
