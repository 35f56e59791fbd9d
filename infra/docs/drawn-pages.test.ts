import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { drawnPages, pathOf } from './drawn-pages.ts'

it.each(Object.entries(drawnPages))(
  'docs/%s is up to date; if this fails, run npm run docs',
  async (name, draw) => {
    const page = await readFile(pathOf(`docs/${name}`), 'utf8')
    expect(await draw(page)).toBe(page)
  },
)
