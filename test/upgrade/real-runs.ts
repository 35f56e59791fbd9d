import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { inheritedVariables } from '../config.ts'
import { parseStored } from './stored-text.ts'
import { typedPaths } from './typed-paths.ts'

export const storedItem = z.looseObject({ pk: z.string(), sk: z.string() })

export type StoredItem = z.infer<typeof storedItem>

const loss = z.object({ path: z.string(), isSame: z.boolean() })

const finding = z.object({ kind: z.string(), item: storedItem, lost: z.array(loss) })

export type Finding = z.infer<typeof finding>

const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs')

/**
 * Runs tests that write every kind of row, beside a newer version. Returns what they wrote, in the order of the writes
 * within each process, and throws if one of them fails.
 */
export async function recordRealRuns(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-fixtures-'))
  const inherited = Object.entries(inheritedVariables).filter(
    ([name]) => !name.startsWith('VITEST'),
  )
  const args = [vitest, 'run', '--config', 'vitest.upgrade.config.ts']
  try {
    await promisify(execFile)(process.execPath, args, {
      cwd: repositoryRoot,
      env: { ...Object.fromEntries(inherited), RECORDED_ITEMS: folder },
      maxBuffer: 2 ** 28,
    })
    const files = await readdir(folder)
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const lines = texts.flatMap((text) => text.split('\n').filter(Boolean))
    return lines.map((line) => finding.parse(parseStored(line)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The paths of these items, which a reader has to expect, in order. */
export function pathsOf(items: readonly unknown[]): string[] {
  return [...new Set(items.flatMap((each) => [...typedPaths(each)]))].toSorted()
}
