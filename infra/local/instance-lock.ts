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

/** A chain's node that an instance started; it survives a `kill -9` of its parent. */
type LockedChain = z.output<typeof lockedChain>

export type InstanceLock = {
  /** Nodes of an instance that didn't shut down properly, to be adopted or killed. */
  orphanedNodes: readonly LockedChain[]
  recordChains: (chains: readonly LockedChain[]) => Promise<void>
  release: () => Promise<void>
}

/** Makes this process the only instance on the data folder. Throws a `StartupError` if another one is running. */
export async function lockInstance(dataDir: string): Promise<InstanceLock> {
  const path = join(dataDir, 'instance.lock')
  const previous = await readJsonFile(path, lockFile)
  if (previous && (await isSameProcess(previous.pid, previous.startedAt))) {
    throw alreadyRuns(dataDir, previous.pid)
  }
  if (previous) await rm(path, { force: true })
  const own = { pid: process.pid, startedAt: (await processStart(process.pid)) ?? null }
  const orphanedNodes = previous?.chains ?? []
  await createLock(path, { ...own, chains: orphanedNodes })
  return {
    orphanedNodes,
    recordChains: (chains) => writeJsonFile(path, { ...own, chains }),
    release: () => rm(path, { force: true }),
  }
}

async function createLock(path: string, lock: z.input<typeof lockFile>): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeJsonFile(draft, lock)
  // Unlike a rename, a link fails if the name exists, and unlike a write, it is atomic.
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
    `An instance is already running on ${dataDir} (process ${pid}). Stop it, or set another DATA_DIR and PORT.`,
  )
}
