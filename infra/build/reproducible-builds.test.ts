import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { trackedPaths } from '../checks/read-tracked.ts'
import { environmentWith } from '../config.ts'
import { repositoryRoot } from './repository-root.ts'

type Machine = {
  folder: string
  umask: string
  modified: Date
  variables: NodeJS.ProcessEnv
  /** Files in its folder before the build, besides the sources. */
  present: Readonly<Record<string, string>>
}

const sources = [
  'package*.json',
  'tsconfig.json',
  'CHANGELOG.md',
  'SECURITY.md',
  'plugins/medusa/README.md',
  'docs',
  'functions',
  'infra',
  'sdk',
  'shared',
  'static-*',
]

/** Hashes of all files that are built from a copy of the sources, by path. */
async function buildOn(machine: Machine): Promise<Record<string, string>> {
  const root = await mkdtemp(join(tmpdir(), 'quittance-build-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const copy = join(root, machine.folder)
  for (const path of trackedPaths(...sources)) {
    await cp(join(repositoryRoot, path), join(copy, path))
    await utimes(join(copy, path), machine.modified, machine.modified)
  }
  for (const [path, text] of Object.entries(machine.present)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), text)
  }
  await symlink(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'), 'junction')
  const build = `umask ${machine.umask} && exec "${process.execPath}" infra/build.ts`
  await promisify(execFile)('sh', ['-c', build], {
    cwd: copy,
    env: environmentWith(machine.variables),
    maxBuffer: 2 ** 26,
  })
  const dist = join(copy, 'dist')
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hashes = files.toSorted().map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    return [relative(dist, file), hash]
  })
  return Object.fromEntries(await Promise.all(hashes))
}

it('functions and pages are the same bytes wherever, whenever and by whomever they are built', {
  timeout: 600_000,
}, async () => {
  const one = await buildOn({
    folder: 'a',
    umask: '022',
    modified: new Date('2026-01-01T00:00:00Z'),
    variables: { TZ: 'UTC', LANG: 'C' },
    present: {},
  })
  const other = await buildOn({
    folder: 'elsewhere/deeper/b',
    umask: '077',
    modified: new Date('2020-06-30T12:34:56Z'),
    variables: {
      TZ: 'Pacific/Auckland',
      LANG: 'de_DE.UTF-8',
      USER: 'someone-else',
      NODE_ENV: 'development',
    },
    present: {
      'dist/functions/sweep/index.js': 'exports.handler = theft',
      'dist/functions/sweep/theft.js': 'theft',
      'dist/dashboard/assets/earlier.js': 'earlier',
    },
  })
  expect(other).toEqual(one)
  expect(Object.keys(one)).toEqual(
    expect.arrayContaining(['functions/sweep/index.js', 'checkout/index.html', 'docs/index.html']),
  )
})
