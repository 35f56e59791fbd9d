import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../build/repository-root.ts'

/** The texts of what is in `shared/`, by path, without tests. */
export function readShared(): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', 'shared/**/*.ts'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  })
  const paths = listed.split('\n').filter((path) => path && !path.endsWith('.test.ts'))
  return new Map(paths.map((path) => [path, readFileSync(join(repositoryRoot, path), 'utf8')]))
}
