import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from './repository-root.ts'
import { writeIfChanged } from './write-if-changed.ts'

const common = [
  'package-lock.json',
  'infra/build',
  'infra/functions.ts',
  'infra/operation-rows.ts',
  'infra/function-row.ts',
]

/** A digest of path, size and modification time of every file in `sources` (files or folders in the repository). */
async function sourceFingerprint(sources: readonly string[]): Promise<string> {
  const files = await Promise.all([...common, ...sources].map(filesUnder))
  const lines = await Promise.all(files.flat().sort().map(describeFile))
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

type Built = {
  sources: readonly string[]
  /** The version, if the output contains it. */
  release?: string
}

/** Runs `build`, unless the stamp at `stampPath` shows that exactly these sources were built last. */
export async function buildIfChanged(
  stampPath: string,
  built: Built,
  build: () => Promise<unknown>,
): Promise<void> {
  const fingerprint = await fingerprintOf(built)
  if ((await stampAt(stampPath)) === fingerprint) return
  await build()
  await writeIfChanged(stampPath, Buffer.from(fingerprint))
}

export async function isBuilt(stampPath: string, built: Built): Promise<boolean> {
  return (await stampAt(stampPath)) === (await fingerprintOf(built))
}

async function fingerprintOf({ sources, release = '' }: Built): Promise<string> {
  return `${await sourceFingerprint(sources)}${release}`
}

function stampAt(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

async function filesUnder(source: string): Promise<string[]> {
  const path = join(repositoryRoot, source)
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
}

async function describeFile(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path)
  return `${path} ${size} ${mtimeMs}`
}
