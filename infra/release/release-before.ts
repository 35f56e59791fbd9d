import { execFileSync } from 'node:child_process'

export type ReleaseBefore = { commit: string; version: string }

/**
 * The releases of a clone up to a commit, the newest first, by their commits: a clone may lack their tags. None before the first,
 * and in a clone without its history.
 */
export function releasesUpTo(folder: string, commit: string): ReleaseBefore[] {
  const args = ['log', '--format=%H %s', '--grep', '^chore(release): ', commit]
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
