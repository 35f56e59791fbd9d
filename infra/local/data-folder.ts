import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { StartupError } from './startup-error.ts'

/** Creates the data folder, accessible only to its owner, and checks that it can be read and written. */
export async function openDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartupError(
      `The data folder ${path} can't be read and written. Check its permissions, or set DATA_DIR.`,
      { cause },
    )
  }
}
