import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeRelease, type Release } from './make-release.ts'
import { changesOf, nextRelease } from './release-notes.ts'

function guideTo(version: string): string {
  const parts = ['Before', 'After', 'To go back'].map((part) => `- **${part}**: nothing.`)
  return `\n### ${version}\n\n${parts.join('\n')}\n`
}

const files = {
  'package.json': '{\n  "name": "quittance",\n  "version": "0.1.0"\n}\n',
  'package-lock.json':
    '{\n  "name": "quittance",\n  "version": "0.1.0",\n  "packages": {"": {\n    "name": "quittance",\n    "version": "0.1.0"\n  }, "other": { "version": "0.1.0" }}\n}\n',
  'sdk/package.json': '{\n  "name": "@quittance/sdk",\n  "version": "0.1.0"\n}\n',
  'CHANGELOG.md': '# Changes\n\nBy release.\n',
  'docs/upgrading.md': `# Upgrade\n${guideTo('0.2.0')}${guideTo('0.2.1')}\n### 0.4.0\n\nSoon.\n`,
  'test/upgrade/fixtures/current.json': '{}\n',
  'sdk/src/generated/types.ts': '// types\n',
  'sdk/src/generated/resources.ts': '// resources\n',
}

/** A clone with these commits after the first one. */
async function cloneWith(...subjects: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-release-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'core.hooksPath=/dev/null', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', '-m', subject)
  for (const [path, text] of Object.entries(files)) await write(path, text)
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Somebody')
  git('config', 'user.email', 'somebody@example.com')
  git('add', '--all')
  for (const subject of ['chore: begin', ...subjects]) commit(subject)
  return {
    git,
    write,
    commit,
    read: (path: string) => readFile(join(folder, path), 'utf8'),
    release: (other: Partial<Release> = {}) =>
      makeRelease({
        folder,
        given: undefined,
        day: '2026-11-29',
        check: async () => undefined,
        ...other,
      }),
  }
}

it('the first release lists what there is, and the next what has changed since', async () => {
  const { git, commit, read, release } = await cloneWith(
    'feat(links): sell by link',
    'fix(links): correct what nobody had',
    'test: look twice',
  )
  expect(await release()).toBe('0.2.0')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s %(describe)')).toBe('chore(release): 0.2.0 v0.2.0')
  const lock = JSON.parse(await read('package-lock.json'))
  expect([lock.version, lock.packages[''].version, lock.packages.other.version]).toEqual([
    '0.2.0',
    '0.2.0',
    '0.1.0',
  ])
  for (const path of ['package.json', 'sdk/package.json']) {
    expect(JSON.parse(await read(path))).toMatchObject({ version: '0.2.0' })
  }
  expect(await read('test/upgrade/fixtures/0.2.0.json')).toBe('{}\n')
  commit('perf: count faster')
  commit('fix(links): add up')
  expect(await release()).toBe('0.2.1')
  expect(await read('CHANGELOG.md')).toBe(`# Changes

By release.

## 0.2.1 (2026-11-29)

### Fixed

- links: add up

### Faster

- count faster

## 0.2.0 (2026-11-29)

### Added

- links: sell by link
`)
})

it.each([
  ['what is not committed', 'not committed', async ({ write }) => write('new.txt', 'x')],
  [
    'a clone without the tags of its releases',
    'git fetch --tags',
    async ({ write, git }) => {
      await write('CHANGELOG.md', '# Changes\n\n## 0.1.0 (2026-01-01)\n')
      git('commit', '--quiet', '--all', '--message', 'docs: list a release')
    },
  ],
  [
    'a clone without the commit of the release before',
    'in a shallow clone with --unshallow',
    async ({ write, git }) => {
      await write('CHANGELOG.md', '# Changes\n\n## 0.1.0 (2026-01-01)\n')
      git('commit', '--quiet', '--all', '--message', 'docs: list a release')
      git('tag', 'v0.1.0')
    },
  ],
  ['another branch', 'Only main', async ({ git }) => git('checkout', '--quiet', '-b', 'other')],
  [
    'a release without a guide to it',
    '"### 0.3.0" no **Before**:, **After**:, **To go back**:',
    async () => ({ given: '0.3.0' }),
  ],
  ['a release whose guide is empty', '"### 0.4.0" no **Before**', async () => ({ given: '0.4.0' })],
  [
    'a commit that fails a check',
    'a check failed',
    async () => ({
      check: async () => {
        throw new Error('a check failed')
      },
    }),
  ],
  [
    'what was released, in a clone without tags',
    'git fetch --tags',
    async ({ release, git }) => {
      await release()
      git('tag', '--delete', 'v0.2.0')
      return { given: '0.2.0' }
    },
  ],
] as [string, string, (clone: Awaited<ReturnType<typeof cloneWith>>) => Promise<unknown>][])(
  'refuses %s, and changes nothing',
  async (_, problem, prepare) => {
    const clone = await cloneWith('feat: sell')
    const other = await prepare(clone)
    const before = clone.git('log', '--format=%H %d')
    const given = typeof other === 'object' ? { ...other } : {}
    await expect(clone.release(given)).rejects.toThrow(problem)
    expect(clone.git('log', '--format=%H %d')).toBe(before)
    expect(clone.git('diff', 'HEAD')).toBe('')
  },
)

it.each([
  ['0.2.0', ['fix: a'], '0.2.1'],
  ['0.2.9', ['fix: a', 'feat: b'], '0.3.0'],
  ['0.2.0', ['refactor(api)!: c'], '0.3.0'],
  ['1.2.3', ['feat(api)!: c', 'fix: a'], '2.0.0'],
])('after %s, %j makes %s', (last, subjects, next) => {
  expect(nextRelease(last, changesOf(subjects))).toBe(next)
})
