import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from './repository-root.ts'

/**
 * Removes what was built, so that the next build is one of the sources alone, whatever an earlier one left, or somebody changed
 * in it: stamps compare the sources only.
 */
export async function removeBuilt(): Promise<void> {
  await rm(join(repositoryRoot, 'dist'), { recursive: true, force: true })
}
