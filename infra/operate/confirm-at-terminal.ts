import { createInterface } from 'node:readline/promises'
import type { Confirm } from './confirm-call.ts'
import { OperateError } from './operate-error.ts'
import type { Terminal } from './secret-lines.ts'

/** Has whoever sits at a terminal type the name; a script says `--yes` instead. */
export function confirmAt({ input, output }: Terminal): Confirm {
  return async ({ what, name, flag = '--yes' }) => {
    if (!input.isTTY) throw new OperateError(`${what} If that is right, add ${flag}.`)
    const lines = createInterface({ input, output })
    try {
      const typed = await lines.question(`${what}\nType ${name} to continue: `)
      if (typed.trim() !== name) throw new OperateError('Nothing was changed.')
    } finally {
      lines.close()
    }
  }
}
