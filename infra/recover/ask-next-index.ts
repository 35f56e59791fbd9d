import { createInterface } from 'node:readline/promises'
import type { Terminal } from '../operate/secret-lines.ts'
import { type RecoverOptions, readIndex } from './recover-options.ts'

/**
 * The next index that whoever wrote down the words noted beside them; null if it isn't known, or if nobody can be asked.
 * Not asked if the options have it, or say where the search ends. Throws an `OperateError` for anything but an index.
 */
export async function askNextIndex(
  { input, output }: Terminal,
  { mode, nextIndex, until }: Pick<RecoverOptions, 'mode' | 'nextIndex' | 'until'>,
): Promise<number | null> {
  if (nextIndex !== null || until !== null || !input.isTTY) return nextIndex
  const lines = createInterface({ input, output })
  try {
    const text = (await lines.question(`${prompt(mode)}: `)).trim()
    return text === '' ? null : readIndex('The next index', text)
  } finally {
    lines.close()
  }
}

const prompt = (mode: string) =>
  `Next index of ${mode} mode, as noted with the words (Enter if you don't know it)`
