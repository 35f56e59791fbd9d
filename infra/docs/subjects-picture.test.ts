import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readShared } from '../checks/read-tracked.ts'
import { withSubjects } from './subjects-picture.ts'

it('docs/architecture.md shows the imports as they are; if this fails, run npm run docs', async () => {
  const page = await readFile(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  expect(withSubjects(page, readShared())).toBe(page)
})

it('draws no arrow that a way over other subjects replaces', () => {
  const texts = new Map([
    ['shared/chain/a.ts', "import { b } from '../http/b.ts'\nimport { c } from '../kernel/c.ts'"],
    ['shared/http/b.ts', "import { c } from '../kernel/c.ts'"],
  ])
  const page = withSubjects('<!-- drawn by npm run docs --><!-- until here -->', texts)
  expect(page.match(/ \S+ --> \S+/g)).toEqual([' http --> kernel', ' chain --> http'])
})
