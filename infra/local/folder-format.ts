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

const format = z.object({
  lowestRelease: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** The release and commit that created the folder. */
  madeBy: z.string(),
})

/**
 * Notes in a data folder which releases can read it once this one has written to it. Throws a `StartupError` for one that
 * this release can't read, before anything in it is touched: a half-read table would look at open sessions no more.
 */
export async function requireReadable(dataDir: string): Promise<void> {
  const path = join(dataDir, 'format.json')
  const found = await readDataFile(path, format)
  if (!found) {
    if (await exists(join(dataDir, 'dynamodb'))) throw unreleased(dataDir)
    return writeJsonFile(path, { lowestRelease, madeBy: release() })
  }
  const own = version()
  if (isOlderRelease(own, found.lowestRelease)) {
    throw new StartupError(
      `The data folder ${dataDir} needs Quittance ${found.lowestRelease} or newer, and this is ${own}. Nothing was changed.`,
    )
  }
  if (isOlderRelease(found.lowestRelease, lowestRelease)) {
    await writeJsonFile(path, { ...found, lowestRelease })
  }
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
