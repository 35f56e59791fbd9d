import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { type ReleaseBefore, releasesUpTo } from '../../infra/release/release-before.ts'
import { isOlderRelease } from '../../shared/records/settings/rules/lowest-release.ts'
import { startTestTable } from '../test-table.ts'
import { type Fixtures, fixturesFolder, readFixtures } from './fixtures.ts'
import { storedText } from './stored-text.ts'
import { type StoredValues, storedValues, storedValuesOf, unreadValues } from './stored-values.ts'

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: repositoryRoot, stdio: 'pipe', maxBuffer: 2 ** 28 })

/** None in a clone without its history, which `npm run release` refuses. Those before them have had their own drill. */
const released = releasesUpTo(repositoryRoot, 'HEAD^').slice(0, 2)

/** The sources of a release, with the packages of this version. */
async function sourcesOf({ commit }: ReleaseBefore): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-release-before-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Runs tests of another release. Returns what is wrong, or nothing if some passed and none failed. */
async function problemOf(folder: string, ...args: readonly string[]): Promise<string> {
  const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs')
  const run = promisify(execFile)(process.execPath, [vitest, 'run', ...args], { cwd: folder })
  return run.then(
    ({ stdout }) => (/[1-9]\d* passed/.test(stdout) ? '' : stdout),
    (error: unknown) => JSON.stringify(error, null, 2),
  )
}

/** Has the readers of another release say which values they know. */
const probe = `import { writeFile } from 'node:fs/promises'
import { it } from 'vitest'
import { startTestTable } from '../test-table.ts'
import { readFixtures } from './fixtures.ts'
import { storedValuesOf } from './stored-values.ts'

it('writes which values it reads', async () => {
  const { table, stop } = await startTestTable()
  const { items } = await readFixtures('next.json')
  await writeFile('known-values.json', JSON.stringify(await storedValuesOf(table, items)))
  await stop()
}, 300_000)
`

async function valuesKnownIn(folder: string): Promise<StoredValues> {
  const tests = join(folder, 'test/upgrade')
  await copyFile(join(import.meta.dirname, 'stored-values.ts'), join(tests, 'stored-values.ts'))
  await writeFile(join(tests, 'known-values.test.ts'), probe)
  expect(await problemOf(folder, 'test/upgrade/known-values.test.ts')).toBe('')
  return storedValues.parse(JSON.parse(await readFile(join(folder, 'known-values.json'), 'utf8')))
}

async function valuesOf({ items }: Fixtures): Promise<StoredValues> {
  const { table, stop } = await startTestTable()
  try {
    return await storedValuesOf(table, items)
  } finally {
    await stop()
  }
}

/** Exceptions that the guide names for going back, in its sections of all releases after one. */
async function exceptionsAfter(version: string): Promise<string> {
  const guide = await readFile(join(repositoryRoot, 'docs/upgrading.md'), 'utf8')
  const sections = guide.split(/^### (?=\d)/m).slice(1)
  const later = sections.filter((section) => isOlderRelease(version, section.split('\n', 1).join()))
  return later.flatMap((section) => section.split('**To go back**:').slice(1)).join('\n')
}

describe.each(released)('$version', (release) => {
  it('reads what this version stores, queues and starts', async () => {
    const folder = await sourcesOf(release)
    const current = await readFixtures('current.json')
    const known = JSON.parse(
      git('show', `${release.commit}:test/upgrade/fixtures/current.json`).toString(),
    ).items
    const exceptions = await exceptionsAfter(release.version)
    // It never looks for rows of kinds that it doesn't know.
    const items = Object.fromEntries(
      Object.entries(current.items).filter(([kind]) => kind in known),
    )
    const fixtures = join(folder, fixturesFolder.slice(repositoryRoot.length), 'next.json')
    await writeFile(fixtures, storedText({ ...current, items }, 2))
    const own = await valuesOf({ ...current, items })
    const unread = unreadValues(own, await valuesKnownIn(folder))
    // Somebody who goes back has to know what they lose, and the guide is all that they have.
    expect(unread.filter(({ value }) => !exceptions.includes(`\`${value}\``))).toEqual([])

    const isRead = (item: object) =>
      !unread.some(({ value }) => storedText(item, 0).includes(`"${value}"`))
    const read = Object.entries(items).map(([kind, ofKind]) => [kind, ofKind.filter(isRead)])
    await writeFile(fixtures, storedText({ ...current, items: Object.fromEntries(read) }, 2))
    const named = ['test/upgrade/upgrade.test.ts', '-t', 'of next.json']
    expect(await problemOf(folder, ...named)).toBe('')
  })
})

it('names a value that another release refuses, and none of an enumeration that it reads as text', () => {
  const own = {
    'holding waiting.reason': { values: ['refused', 'owner_sweeps'], isOpen: true },
    'auditEntry action': { values: ['notices.add'], isOpen: true },
    'sweep status': { values: ['planned', 'parked'], isOpen: false },
    'sale kind': { values: ['new'], isOpen: false },
  }
  const other = {
    'holding waiting.reason': { values: ['refused'], isOpen: false },
    'auditEntry action': { values: [], isOpen: true },
    'sweep status': { values: ['planned'], isOpen: false },
  }
  expect(unreadValues(own, other)).toEqual([
    { of: 'holding waiting.reason', value: 'owner_sweeps' },
    { of: 'sweep status', value: 'parked' },
  ])
})
