import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { GivenSecrets } from './given-secrets.ts'
import { OperateError } from './operate-error.ts'

export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/** Reads lines from a pipe or file, or from a terminal, which then shows nothing of what is typed. */
export function secretLines({ input, output }: Terminal): GivenSecrets['readLine'] {
  let piped: AsyncIterator<string> | undefined
  return async (prompt) => {
    if (input.isTTY) return typed({ input, output }, prompt)
    piped ??= createInterface({ input })[Symbol.asyncIterator]()
    const { value, done } = await piped.next()
    if (done) throw new OperateError('Standard input has no more lines.', { exitCode: 2 })
    return value
  }
}

async function typed({ input, output }: Terminal, prompt: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: unseen, terminal: true })
  try {
    // After the terminal stopped showing what is typed: somebody may paste as soon as the prompt appears.
    output.write(prompt)
    return await lines.question('')
  } catch (cause) {
    throw new OperateError('Nothing was entered.', { cause })
  } finally {
    lines.close()
    output.write('\n')
  }
}
