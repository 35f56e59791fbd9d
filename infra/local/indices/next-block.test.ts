import { expect, it } from 'vitest'
import { folderAge, nextBlock } from './next-block.ts'

const none = { next: 0, inTable: undefined, onMachine: undefined, own: undefined }

it.each([
  ['a new wallet begins at 0', {}, { start: 0, end: 1_000 }],
  ['a start begins the next block', { next: 3, inTable: 1_000, onMachine: 1_000 }, 1_000],
  ['a folder that is put back, behind the machine', { inTable: 1_000, onMachine: 7_000 }, 7_000],
  ['a machine that is put back, behind the folder', { inTable: 7_000, onMachine: 1_000 }, 7_000],
  ['a folder from elsewhere', { next: 3, inTable: 2_000 }, 2_000],
  ['a run continues', { next: 2_000, inTable: 2_000, onMachine: 2_000, own: 2_000 }, 2_000],
  ['another folder ran meanwhile', { next: 2_000, onMachine: 5_000, own: 2_000 }, 5_000],
  ['an operator skipped addresses', { next: 25_300, onMachine: 2_000, own: 2_000 }, 25_300],
  ['a counter is missing', { next: undefined, onMachine: 2_000 }, 12_000],
])('%s', (_, reserved, expected) => {
  const block = nextBlock({ ...none, ...reserved })
  if (typeof expected === 'object') expect(block).toEqual(expected)
  else expect(block.start).toBe(expected)
  expect(block.end).toBeGreaterThan(block.start)
  expect(block.end % 1_000).toBe(0)
})

it.each([
  [{}, 'as left'],
  [{ next: 3, inTable: 1_000, onMachine: 1_000 }, 'as left'],
  [{ next: 3, inTable: 1_000, onMachine: 2_000 }, 'put back'],
  [{ next: 0, onMachine: 2_000 }, 'put back'],
  [{ next: 3, inTable: 1_000 }, 'from elsewhere'],
  [{ next: 3 }, 'from elsewhere'],
])('%j is %s', (reserved, age) => {
  expect(folderAge({ ...none, ...reserved })).toBe(age)
})
