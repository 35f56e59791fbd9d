import { createInterface } from 'node:readline'
import { OperateError } from '../../operate/operate-error.ts'

export type Confirmation = {
  /** Throws an `OperateError` unless the owner types the expected word. */
  confirm: (question: string, expected: string) => Promise<void>
  close: () => void
}

/** Asks at the terminal. Without one, lines of standard input count, and its end confirms nothing. */
export function confirmation(): Confirmation {
  const typed = createInterface({ input: process.stdin })
  const lines = typed[Symbol.asyncIterator]()
  return {
    confirm: async (question, expected) => {
      process.stderr.write(`${question} `)
      const { value } = await lines.next()
      if (value?.trim() !== expected) throw new OperateError('Nothing was deleted.')
    },
    close: () => typed.close(),
  }
}
