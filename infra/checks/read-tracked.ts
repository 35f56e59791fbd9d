import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../build/repository-root.ts'

/** The paths of all files of the repository that match one of git's patterns; of all without one. */
export function trackedPaths(...patterns: readonly string[]): string[] {
  const options = { cwd: repositoryRoot, encoding: 'utf8' } as const
  return execFileSync('git', ['ls-files', ...patterns], options)
    .split('\n')
    .filter(Boolean)
}

/** By path. */
export function readTracked(...patterns: readonly string[]): Map<string, string> {
  const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
  return new Map(trackedPaths(...patterns).map((path) => [path, read(path)]))
}

/** The texts of what is in `shared/`, by path, without tests. */
export function readShared(): Map<string, string> {
  const tracked = readTracked('shared/**/*.ts')
  return new Map([...tracked].filter(([path]) => !path.endsWith('.test.ts')))
}
