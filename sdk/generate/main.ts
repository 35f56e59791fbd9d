import { mkdir, writeFile } from 'node:fs/promises'
import { clientFiles } from './client-files.ts'

/** Writes the generated part of the client. After a change of the API, run `npm run sdk`. */
const folder = new URL('../src/generated/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const [name, text] of Object.entries(await clientFiles())) {
  await writeFile(new URL(name, folder), text)
}
