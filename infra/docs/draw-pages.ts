import { readFile, writeFile } from 'node:fs/promises'
import { drawnPages, pathOf } from './drawn-pages.ts'

/** `npm run docs`, after a change of a table that a page is made from. */
for (const [name, draw] of Object.entries(drawnPages)) {
  const path = pathOf(`docs/${name}`)
  await writeFile(path, await draw(await readFile(path, 'utf8')))
}
