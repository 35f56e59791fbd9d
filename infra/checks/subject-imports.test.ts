import { expect, it } from 'vitest'
import { subjectImports, upwardImports } from './subject-imports.ts'
import { subjects } from './subjects.ts'

const upward = (path: string, text: string) =>
  upwardImports(subjectImports(new Map([[path, text]]))).map(({ imported }) => imported)

it.each([
  ['a higher subject', "import { a } from '../money/sweeps/plan.ts'"],
  ['a type of one', "import type { A } from '../money/sweeps/plan.ts'"],
  ['one over several lines', "import {\n  a,\n  type B,\n} from '../money/sweeps/plan.ts'"],
  ['one while it runs', "const a = await import('../money/sweeps/plan.ts')"],
  ['a type in place', "type A = import('../money/sweeps/plan.ts').A"],
])('finds an import of %s', (_, text) => {
  expect(upward('shared/kernel/money.ts', text)).toEqual(['shared/money/sweeps/plan.ts'])
})

it('finds an import of a list of all subjects, and of what is outside', () => {
  const text =
    "import { a } from '../item-keys.ts'\nimport { b } from '../../functions/api/get-event.ts'"
  expect(upward('shared/queue/park.ts', text)).toEqual([
    'shared/item-keys.ts',
    'functions/api/get-event.ts',
  ])
})

it('lets a subject import itself and what is below', () => {
  const text = "import { a } from './b.ts'\nimport { c } from '../../kernel/money.ts'\nimport 'zod'"
  expect(upward('shared/records/prices/a.ts', text)).toEqual([])
})

it('names each folder once', () => {
  const folders = subjects.map(({ folder }) => folder)
  expect(new Set(folders).size).toBe(folders.length)
})
