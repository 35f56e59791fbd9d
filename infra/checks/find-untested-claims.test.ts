import { expect, it } from 'vitest'
import { findUntestedClaims } from './find-untested-claims.ts'

/** Apart, because no test of the project may be left out. */
const skip = 'skip'

const tests = new Map([
  [
    'shared/a.test.ts',
    `it('refuses it', () => {})
it.each(['x'])(
  'can’t do %s',
  (each) => {},
)
const name = 'only a text'
it.${skip}('left out', () => {})
// it('once there', () => {})
it.fails('does not hold', () => {})
it.runIf(false)('runs sometimes', () => {})
it.skipIf(true)('does not run here', () => {})
it('left out by an option', { skip: true }, () => {})
describe.${skip}('a group that is left out', () => {
  it('in it', () => {})
  describe.each(['x'])('a group in it, of %s', () => {
    it('deeper in it', () => {})
  })
})
describe.runIf(false)(
  'a group that runs sometimes',
  () => {
    it('in that', () => {})
  },
)
describe('a group that runs', () => {
  it('among others', { timeout: 5_000 }, () => {})
})
`,
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

it.each(['a group that runs', 'among others'])('accepts "%s", which runs', (title) => {
  expect(problemsOf(`Anywhere: [${title}](../shared/a.test.ts)`)).toEqual([])
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
  ['does not hold', 'shared/a.test.ts'],
  ['runs sometimes', 'shared/a.test.ts'],
  ['does not run here', 'shared/a.test.ts'],
  ['left out by an option', 'shared/a.test.ts'],
  ['a group that is left out', 'shared/a.test.ts'],
  ['in it', 'shared/a.test.ts'],
  ['deeper in it', 'shared/a.test.ts'],
  ['in that', 'shared/a.test.ts'],
])('finds that there is no test "%s" in %s', (title, file) => {
  expect(problemsOf(`Anywhere: [${title}](../${file})`)).toEqual([
    { line: 1, problem: `${file} has no test called "${title}"` },
  ])
})
