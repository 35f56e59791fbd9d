import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { limitsPage } from './limits-page.ts'

it('docs/limits.md is up to date; if this fails, run npm run docs', async () => {
  const file = new URL('../../docs/limits.md', import.meta.url)
  expect(await readFile(file, 'utf8')).toBe(limitsPage())
})
