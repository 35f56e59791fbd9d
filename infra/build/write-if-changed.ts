import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Left behind by a build that was killed. No deployment may contain it. */
export const drafts = '*.draft'

/**
 * Writes a built file atomically, unless it is identical: several builds can write into the same folder at once, and none
 * may read a partial file.
 */
export async function writeIfChanged(path: string, contents: Uint8Array): Promise<void> {
  const present = await readFile(path).catch(() => undefined)
  if (present && Buffer.compare(present, contents) === 0) return
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}.draft`
  await writeFile(draft, contents)
  await rename(draft, path)
}
