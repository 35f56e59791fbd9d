import { expect, it } from 'vitest'
import { withSubjects } from './subjects-picture.ts'

it('draws no arrow that a way over other subjects replaces', () => {
  const texts = new Map([
    ['shared/chain/a.ts', "import { b } from '../http/b.ts'\nimport { c } from '../kernel/c.ts'"],
    ['shared/http/b.ts', "import { c } from '../kernel/c.ts'"],
  ])
  const page = withSubjects('<!-- drawn by npm run docs --><!-- until here -->', texts)
  expect(page.match(/ \S+ --> \S+/g)).toEqual([' http --> kernel', ' chain --> http'])
})
