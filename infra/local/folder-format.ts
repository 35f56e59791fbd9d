import { access } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import {
  isOlderRelease,
  lowestRelease,
} from '../../shared/records/settings/rules/lowest-release.ts'
import { release, version } from '../build/release.ts'
import { writeJsonFile } from '../json-file.ts'
import { readDataFile } from './read-data-file.ts'
import { StartupError } from './startup-error.ts'

const format = z.looseObject({
  lowestRelease: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** The release and commit that created the folder. */
  madeBy: z.string(),
  /** Each release and commit that took over, and when it first started: the newest last. */
  releases: z
    .array(z.looseObject({ release: z.string(), startedAt: z.iso.datetime() }))
    .default([]),
})

/** Whoever updates each day still finds the last three months. */
const mostReleases = 100

/**
 * Throws a `StartupError` for a data folder that this release can't read, before anything in it is touched: a half-read
 * table would look at open sessions no more.
 */
export async function requireReadable(dataDir: string): Promise<void> {
  const found = await readDataFile(formatPath(dataDir), format)
  if (!found) {
    if (await exists(join(dataDir, 'dynamodb'))) throw unreleased(dataDir)
    return
  }
  const own = version()
  if (isOlderRelease(own, found.lowestRelease)) {
    throw new StartupError(
      `The data folder ${dataDir} needs Quittance ${found.lowestRelease} or newer, and this is ${own}. Nothing was changed.`,
    )
  }
}

/**
 * Notes in a data folder which releases can read it once this one has written to it, and from when on this one does. The
 * folder must be readable and locked.
 */
export async function noteRelease(
  dataDir: string,
  { now, own = release() }: { now: () => Date; own?: string },
): Promise<void> {
  const path = formatPath(dataDir)
  const found = (await readDataFile(path, format)) ?? { lowestRelease, madeBy: own, releases: [] }
  const isRaised = isOlderRelease(found.lowestRelease, lowestRelease)
  const isNew = found.releases.at(-1)?.release !== own
  if (!isRaised && !isNew) return
  const started = { release: own, startedAt: now().toISOString() }
  await writeJsonFile(path, {
    ...found,
    lowestRelease: isRaised ? lowestRelease : found.lowestRelease,
    releases: isNew ? [...found.releases, started].slice(-mostReleases) : found.releases,
  })
}

function formatPath(dataDir: string): string {
  return join(dataDir, 'format.json')
}

function unreleased(dataDir: string): StartupError {
  return new StartupError(
    `The data folder ${dataDir} was made by an unreleased state of Quittance, which this version can't read. Nothing was changed. It has a wallet: run the commit that made it to move its money out, or npm run recover with its mnemonic, and keep it until then. To start a new one, set DATA_DIR to another folder.`,
  )
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
