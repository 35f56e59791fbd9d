import { expect, it } from 'vitest'
import { findUntestedClaims } from './find-untested-claims.ts'

const tests = new Map([
  [
    'shared/a.test.ts',
    "it('refuses it', () => {})\nit.each(['x'])(\n  'can’t do %s',\n  (each) => {},\n)\nconst name = 'only a text'\nit.skip('left out', () => {})\n// it('once there', () => {})",
  ],
])

const problemsOf = (...lines: string[]) =>
  findUntestedClaims('docs/page.md', lines.join('\n'), tests)

it('accepts what names its test, also over several lines', () => {
  expect(
    problemsOf(
      '**Cannot**',
      '',
      '- do that',
      '  ([refuses it](../shared/a.test.ts))',
      '- do the other: [can’t do %s](../shared/a.test.ts)',
      '',
      '**Noticed** by an alarm.',
      '',
      '- needs no test',
    ),
  ).toEqual([])
})

it('doesn’t take other code for a test', () => {
  expect(problemsOf('**Cannot**', '', '- do that: [the code](../shared/a.ts)')).toEqual([
    { line: 3, problem: 'names no test that tries it' },
  ])
})

it('finds a claim without a test', () => {
  expect(problemsOf('**Cannot**', '', '- do that', '- do this')).toEqual([
    { line: 3, problem: 'names no test that tries it' },
    { line: 4, problem: 'names no test that tries it' },
  ])
})

it.each([
  ['refuses', 'shared/a.test.ts'],
  ['only a text', 'shared/a.test.ts'],
  ['refuses it', 'shared/b.test.ts'],
  ['left out', 'shared/a.test.ts'],
  ['once there', 'shared/a.test.ts'],
])('finds that there is no test "%s" in %s', (title, file) => {
  expect(problemsOf(`Anywhere: [${title}](../${file})`)).toEqual([
    { line: 1, problem: `${file} has no test called "${title}"` },
  ])
})
