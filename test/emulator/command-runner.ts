import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

export type Runner = (
  args: readonly string[],
  more?: Readonly<Record<string, string>>,
) => Promise<string>

const shownLines = 40

/** Runs `npm` with arguments and returns what it writes, which is also added to a file. Throws if it fails. */
export function commandRunner(folder: string, variables: Readonly<Record<string, string>>): Runner {
  return async (args, more = {}) => {
    const child = spawn('npm', args, {
      cwd: repositoryRoot,
      env: { ...variables, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [output, complaints, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    const written = `$ npm ${args.join(' ')}\n${output}${complaints}\n`
    await appendFile(join(folder, 'commands.log'), written)
    if (code === 0) return output
    throw new Error(written.split('\n').slice(-shownLines).join('\n'))
  }
}
