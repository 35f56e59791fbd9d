import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setRunFolder } from './config.ts'

let folder: string

/** In the process that starts those of the tests. */
export async function setup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'test-run-'))
  setRunFolder(folder)
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true })
}
