import { rm } from 'node:fs/promises'
import { functionsFolder } from './build-functions.ts'
import { dashboardFolder, docsFolder, pagesFolder, pagesStamp } from './build-pages.ts'

/**
 * Removes what was built, so that the next build is one of the sources alone, whatever an earlier one left, or somebody changed
 * in it: stamps compare the sources only.
 */
export async function removeBuilt(): Promise<void> {
  const built = [functionsFolder, pagesFolder, dashboardFolder, docsFolder, pagesStamp]
  await Promise.all(built.map((path) => rm(path, { recursive: true, force: true })))
}
