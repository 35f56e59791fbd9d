import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { isSameProcess, processStart } from './process-start.ts'
import { StartupError, systemCode } from './startup-error.ts'

const lockFile = z.object({ pid: z.int(), startedAt: z.string().nullable() })

/** Makes this process the only instance on the data folder. Throws a `StartupError` if another one is running. */
export async function lockInstance(dataDir: string): Promise<{ release: () => Promise<void> }> {
  const path = join(dataDir, 'instance.lock')
  const previous = await readJsonFile(path, lockFile)
  if (previous && (await isSameProcess(previous.pid, previous.startedAt))) {
    throw alreadyRuns(dataDir, previous.pid)
  }
  if (previous) await rm(path, { force: true })
  const startedAt = (await processStart(process.pid)) ?? null
  await createLock(path, { pid: process.pid, startedAt })
  return { release: () => rm(path, { force: true }) }
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
