import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Chain } from '../../shared/chain/chain.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { type RecoverOptions, usageError } from './recover-options.ts'
import type { Part } from './search-parts.ts'

/** How far a search has come: nothing in it is secret but which addresses belong together. */
const searchProgress = z.strictObject({
  version: z.literal(1),
  mode: z.enum(modes),
  /** Identifies the search, with its chains and unlisted tokens. */
  gasWallet: z.string(),
  chains: z.array(z.string()),
  /** Indices that all chains have responded for: from `from` on, before `next`. */
  searched: z.array(z.strictObject({ from: z.int().min(0), next: z.int().min(0) })),
  /** Searched indices that held something. */
  found: z.array(z.int().min(0)),
})

type SearchProgress = z.infer<typeof searchProgress>

type SearchIdentity = Pick<SearchProgress, 'mode' | 'gasWallet' | 'chains'>

type Opening = Pick<RecoverOptions, 'mode' | 'clients' | 'resume'> & { gasWallet: string }

/**
 * The progress of a search: of an earlier run, if it wrote any to the file `resume`, and then of this one. Throws an
 * `OperateError` if the file has the progress of another search.
 */
export async function openProgress({ mode, gasWallet, resume, clients }: Opening) {
  const chains = [...new Set(clients.flatMap(({ chain }) => namesOf(chain)))].toSorted()
  const identity = { mode, gasWallet, chains }
  const before = resume ? await readProgress(resume, identity) : { searched: [], found: [] }
  const ranges = new Map(before.searched.map(({ from, next }) => [from, next]))
  return {
    found: before.found,
    /** How many indices of a part an earlier run has searched. */
    searchedOf: ({ from, until }: Part): number =>
      Math.max(0, Math.min(ranges.get(from) ?? from, until()) - from),
    /** Notes that a part is searched before the index `next`, and which indices held something in all. */
    async note({ from }: Part, { next, found }: { next: number; found: readonly number[] }) {
      ranges.set(from, next)
      if (!resume) return
      await writeProgress(resume, {
        version: 1,
        ...identity,
        searched: Array.from(ranges, ([start, end]) => ({ from: start, next: end })),
        found: [...new Set([...before.found, ...found])],
      })
    },
  }
}

/** A chain and its tokens: more of them is another search. */
function namesOf({ chainId, tokens }: Chain): string[] {
  return [String(chainId), ...tokens.map(({ address }) => `${chainId} ${address.toLowerCase()}`)]
}

/**
 * The progress in a file, or none if the file doesn't exist yet. Throws an `OperateError` if it has the progress of another
 * search.
 */
async function readProgress(
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
async function writeProgress(path: string, progress: SearchProgress): Promise<void> {
  try {
    await writeFile(`${path}.new`, `${JSON.stringify(progress)}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
  } catch (error) {
    throw usageError(`--resume: ${error instanceof Error ? error.message : error}.`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
