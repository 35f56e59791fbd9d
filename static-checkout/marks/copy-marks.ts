import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packagedMarks } from './packaged-marks.ts'

/**
 * Copies the marks of coins and wallets from the package of icons into this folder. They are in the repository because
 * pages are also built without development packages, of which this one has eighteen thousand files. After a change of the package or of
 * the names, run `npm run marks`.
 */
for (const [path, svg] of await packagedMarks()) {
  const file = join(import.meta.dirname, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, svg)
}
