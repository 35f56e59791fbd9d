import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { usageError } from './recover-options.ts'

/** How far a search has come: nothing in it is secret but which addresses belong together. */
const searchProgress = z.strictObject({
  version: z.literal(1),
  mode: z.enum(modes),
  /** Whose search it is, and on which chains and with which unlisted tokens. */
  gasWallet: z.string(),
  chains: z.array(z.string()),
  /** Indices that all chains have responded for: from `from` on, before `next`. */
  searched: z.array(z.strictObject({ from: z.int().min(0), next: z.int().min(0) })),
  /** Of them, those that held something. */
  found: z.array(z.int().min(0)),
})

export type SearchProgress = z.infer<typeof searchProgress>

export type SearchIdentity = Pick<SearchProgress, 'mode' | 'gasWallet' | 'chains'>

/**
 * The progress in a file, or none if the file doesn't exist yet. Throws an `OperateError` if it has the progress of another
 * search.
 */
export async function readProgress(
  path: string,
  identity: SearchIdentity,
): Promise<Pick<SearchProgress, 'searched' | 'found'>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw usageError(`--resume: ${error.message}.`)
  })
  if (text === null) return { searched: [], found: [] }
  const { data } = searchProgress.safeParse(parsed(text))
  if (!data) throw usageError(`--resume: ${path} has no progress of a search. Give another file.`)
  const { mode, gasWallet, chains } = data
  if (JSON.stringify(identity) === JSON.stringify({ mode, gasWallet, chains })) return data
  throw usageError(
    `--resume: ${path} belongs to another mnemonic, mode, or choice of chains and tokens. Repeat the options that it was begun with, or give another file.`,
  )
}

/** Replaces the file at once, so that a kill leaves the old or the new progress. */
export async function writeProgress(path: string, progress: SearchProgress): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(progress)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
