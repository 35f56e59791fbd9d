import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { releaseBefore } from '../../infra/release/release-before.ts'
import { readFixtures } from './fixtures.ts'
import { storedText } from './stored-text.ts'

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: repositoryRoot, stdio: 'pipe', maxBuffer: 2 ** 28 })

/** Undefined in a clone without its history, which `npm run release` refuses. */
const before = releaseBefore(repositoryRoot)

/** The sources of a release, with the packages of this version. */
async function sourcesOf(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-release-before-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

it.skipIf(!before)(
  `${before?.version} reads what this version stores, queues and starts`,
  async () => {
    const commit = `${before?.commit}`
    const folder = await sourcesOf(commit)
    const current = await readFixtures('current.json')
    const known = JSON.parse(
      git('show', `${commit}:test/upgrade/fixtures/current.json`).toString(),
    ).items
    // It never looks for rows of kinds that it doesn't know.
    const items = Object.entries(current.items).filter(([kind]) => kind in known)
    await writeFile(
      join(folder, 'test/upgrade/fixtures/next.json'),
      storedText({ ...current, items: Object.fromEntries(items) }, 2),
    )
    const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', 'test/upgrade/upgrade.test.ts', '-t', 'of next.json']
    const run = promisify(execFile)(process.execPath, args, { cwd: folder })
    const problem = await run.then(
      ({ stdout }) => (/[1-9]\d* passed/.test(stdout) ? '' : stdout),
      (error: unknown) => JSON.stringify(error, null, 2),
    )
    expect(problem).toBe('')
  },
)
