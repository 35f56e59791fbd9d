import { execFileSync } from 'node:child_process'

export type ReleaseBefore = { commit: string; version: string }

/**
 * The last release before this commit of a clone, by its commit: a clone may lack its tag. Undefined for the first, and in
 * a clone without its history.
 */
export function releaseBefore(folder: string): ReleaseBefore | undefined {
  return releasesBefore(folder)[0]
}

/** All of them, the newest first. */
export function releasesBefore(folder: string): ReleaseBefore[] {
  const args = ['log', '--format=%H %s', '--grep', '^chore(release): ', 'HEAD^']
  try {
    const lines = execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    return lines.split('\n').flatMap((line) => {
      const [, commit, version] = /^(\w+) chore\(release\): (\d\S*)$/.exec(line) ?? []
      return commit && version ? [{ commit, version }] : []
    })
  } catch {
    return []
  }
}
