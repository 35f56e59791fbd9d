import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { isSameProcess, processStart } from './process-start.ts'
import { StartupError, systemCode } from './startup-error.ts'

const lockedChain = z.object({ chainId: z.int(), pid: z.int(), port: z.int() })
const lockFile = z.object({
  pid: z.int(),
  startedAt: z.string().nullable(),
  chains: z.array(lockedChain),
})

/** A chain's node that an instance started; it outlives a `kill -9` of its parent. */
type LockedChain = z.output<typeof lockedChain>

export type InstanceLock = {
  /** Nodes that an instance which did not end properly left behind, to be adopted or ended. */
  leftBehind: readonly LockedChain[]
  noteChains: (chains: readonly LockedChain[]) => Promise<void>
  release: () => Promise<void>
}

/** Makes this process the only instance on the data folder, or ends the start with one sentence. */
export async function lockInstance(dataDir: string): Promise<InstanceLock> {
  const path = join(dataDir, 'instance.lock')
  const previous = await readJsonFile(path, lockFile)
  if (previous && (await isSameProcess(previous.pid, previous.startedAt))) {
    throw alreadyRuns(dataDir, previous.pid)
  }
  if (previous) await rm(path, { force: true })
  const own = { pid: process.pid, startedAt: (await processStart(process.pid)) ?? null }
  const leftBehind = previous?.chains ?? []
  await createLock(path, { ...own, chains: leftBehind })
  return {
    leftBehind,
    noteChains: (chains) => writeJsonFile(path, { ...own, chains }),
    release: () => rm(path, { force: true }),
  }
}

async function createLock(path: string, lock: z.input<typeof lockFile>): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeJsonFile(draft, lock)
  // Unlike a rename, a link fails where the name is taken, and unlike a write it is never half done.
  await link(draft, path)
    .catch((cause: unknown) => {
      if (systemCode(cause) !== 'EEXIST') throw cause
      throw new StartupError(`Another instance is starting on the same data folder (${path}).`, {
        cause,
      })
    })
    .finally(() => rm(draft, { force: true }))
}

function alreadyRuns(dataDir: string, pid: number): StartupError {
  return new StartupError(
    `An instance already runs on ${dataDir} (process ${pid}); stop it, or set another DATA_DIR and PORT.`,
  )
}
