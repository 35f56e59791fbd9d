import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { OperateError } from '../../operate/operate-error.ts'

export type Terminal = {
  input: Readable
  print: (line: string) => void
  ask: (question: string) => void
}

export type Confirmation = {
  /** Throws an `OperateError` unless the owner types the expected word. */
  confirm: (question: string, expected: string) => Promise<void>
  close: () => void
}

/** Asks at the terminal. Without one, lines of its input count, and their end confirms nothing. */
export function confirmation({ input, ask }: Terminal): Confirmation {
  const typed = createInterface({ input })
  const lines = typed[Symbol.asyncIterator]()
  return {
    confirm: async (question, expected) => {
      ask(question)
      const { value } = await lines.next()
      if (value?.trim() !== expected) throw new OperateError('Nothing was deleted.')
    },
    close: () => typed.close(),
  }
}
