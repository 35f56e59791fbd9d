import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A shop's server with a client generated from the instance's OpenAPI document. */
export type GeneratedShop = {
  /** Opens a session, and returns its id. */
  create: () => Promise<string>
  /** Resolves when the client sees the session paid. */
  wait: (id: string) => Promise<unknown>
}

/** A folder with a copy of the shop's sources, deleted after the test. */
export async function shopFolder(language: 'python' | 'typescript'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `quittance-${language}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, language), folder, { recursive: true })
  return folder
}
