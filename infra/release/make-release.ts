import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { OperateError } from '../operate/operate-error.ts'
import { releasesUpTo } from './release-before.ts'
import {
  changesOf,
  newestRelease,
  nextRelease,
  releaseNotes,
  withRelease,
} from './release-notes.ts'

export type Release = {
  /** A clone of the repository. */
  folder: string
  /** The version; undefined to derive it from the commits. */
  given: string | undefined
  /** Today, such as `2026-11-29`. */
  day: string
  /** Throws if the commit must not be released. */
  check: () => Promise<void>
}

/** Files with the version: npm reads each. */
const versioned = ['package.json', 'package-lock.json', 'sdk/package.json']

const stated = /("name": "(?:quittance|@quittance\/sdk)",\s+"version": ")[^"]+/g

const packageFile = z.object({ version: z.string() })

/**
 * Commits and tags a release, and returns its version. Nothing is pushed or published. Throws an `OperateError` before it
 * writes anything if the commit must not be released.
 */
export async function makeRelease({ folder, given, day, check }: Release): Promise<string> {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  if (git('status', '--porcelain') !== '') {
    throw new OperateError('There are changes that are not committed. Nothing was released.')
  }
  if (git('rev-parse', '--abbrev-ref', 'HEAD') !== 'main') {
    throw new OperateError('Only main is released. Nothing was released.')
  }
  const newest = newestRelease(await read('CHANGELOG.md'))
  const [tag] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort', '-v:refname').split('\n')
  // The drill of going back has that commit read what this one stores, and is skipped without it.
  if (newest !== undefined && !(tag && releasesUpTo(folder, 'HEAD')[0]?.version === newest)) {
    throw new OperateError(
      `CHANGELOG.md has ${newest}, and this clone lacks its tag or its commit, which has to read what this release stores. Run git fetch --tags, in a shallow clone with --unshallow. Nothing was released.`,
    )
  }
  const last = tag?.slice(1) || packageFile.parse(JSON.parse(await read('package.json'))).version
  const changes = changesOf(git('log', '--format=%s', tag ? `${tag}..HEAD` : 'HEAD').split('\n'))
  const version = given ?? nextRelease(last, changes)
  const notes = releaseNotes({ version, day, changes, isFirst: !tag })
  const changelog = withRelease(await read('CHANGELOG.md'), version, notes)
  const [, guide = ''] = (await read('docs/upgrading.md')).split(`\n### ${version}\n`)
  const [section = ''] = guide.split(/^##/m)
  const missing = ['**Before**:', '**After**:', '**To go back**:'].filter(
    (part) => !section.includes(part),
  )
  if (missing.length > 0) {
    throw new OperateError(
      `docs/upgrading.md has under the heading "### ${version}" no ${missing.join(', ')}. Nothing was released.`,
    )
  }
  await check()
  await writeFile(join(folder, 'CHANGELOG.md'), changelog)
  for (const path of versioned) {
    await writeFile(join(folder, path), (await read(path)).replaceAll(stated, `$1${version}`))
  }
  const fixtures = join(folder, 'test/upgrade/fixtures')
  await copyFile(join(fixtures, 'current.json'), join(fixtures, `${version}.json`))
  await keepClient(folder, version)
  git('add', '--all')
  git('commit', '--quiet', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Quittance ${version}`)
  return version
}

/** Stores the client's types, with which later versions must be compatible. */
async function keepClient(folder: string, version: string): Promise<void> {
  const kept = join(folder, 'test/contract/released-clients', version)
  await mkdir(kept, { recursive: true })
  for (const file of ['resources.ts', 'types.ts']) {
    await copyFile(join(folder, 'sdk/src/generated', file), join(kept, `${file}.txt`))
  }
}
