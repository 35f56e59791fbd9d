import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { clientFiles } from './client-files.ts'

it('the client is made from the document as it is; if this fails: npm run sdk', async () => {
  for (const [name, text] of Object.entries(await clientFiles())) {
    const file = new URL(`../src/generated/${name}`, import.meta.url)
    expect(await readFile(file, 'utf8')).toBe(text)
  }
})
