import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { repositoryRoot } from './repository-root.ts'

const packageFile = z.object({ version: z.string() })

let known: string | undefined

/**
 * The version of these sources with their commit, such as `0.2.0 1a2b3c4`, and `changed` if they aren't those of the commit;
 * without either if they aren't a clone.
 */
export function release(): string {
  known ??= [version(), commit()].filter(Boolean).join(' ')
  return known
}

/** The version of these sources, such as `0.2.0`. */
export function version(): string {
  const file = readFileSync(join(repositoryRoot, 'package.json'), 'utf8')
  return packageFile.parse(JSON.parse(file)).version
}

function commit(): string {
  try {
    const options = { cwd: repositoryRoot, encoding: 'utf8', stdio: 'pipe' } as const
    const git = (...args: readonly string[]) => execFileSync('git', args, options).trim()
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${git('rev-parse', '--short=7', 'HEAD')}${isChanged ? ' changed' : ''}`
  } catch {
    return ''
  }
}
