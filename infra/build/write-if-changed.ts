import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a built file, whole or not at all. An identical one is left alone: several instances may build the same
 * folder at once, and none may ever read half a file.
 */
export async function writeIfChanged(path: string, contents: Uint8Array): Promise<void> {
  const present = await readFile(path).catch(() => undefined)
  if (present && Buffer.compare(present, contents) === 0) return
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.draft`
  await writeFile(draft, contents)
  await rename(draft, path)
}
