import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { systemCode } from '../infra/local/startup-error.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import { runFolder } from './config.ts'

/** Makes something slow once for all processes of a run, as JSON: the first that asks for it makes it. */
export async function oncePerRun(name: string, make: () => Promise<unknown>): Promise<unknown> {
  invariant(runFolder !== undefined, 'the run has test/run-folder.ts as its global setup')
  const path = join(runFolder, `${name}.json`)
  const lock = `${path}.lock`
  for (;;) {
    const made = await readIfThere(path)
    if (made !== undefined) return JSON.parse(made)
    if (await isFirst(lock)) return await makeFor(path, make).finally(() => rmdir(lock))
    await setTimeout(100)
  }
}

async function makeFor(path: string, make: () => Promise<unknown>): Promise<unknown> {
  // Another process may have made it just before the lock.
  const made = await readIfThere(path)
  if (made !== undefined) return JSON.parse(made)
  const text = JSON.stringify(await make())
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
  return JSON.parse(text)
}

async function isFirst(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}
