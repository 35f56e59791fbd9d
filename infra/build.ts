import { buildFunctions } from './build/build-functions.ts'
import { buildPages } from './build/build-pages.ts'
import { removeBuilt } from './build/remove-built.ts'

await removeBuilt()
const [sizes] = await Promise.all([buildFunctions(), buildPages()])
for (const [name, bytes] of Object.entries(sizes)) {
  console.log(`${name.padEnd(30)} ${Math.round(bytes / 1000)} kB`)
}
