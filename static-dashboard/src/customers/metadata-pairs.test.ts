import { expect, test } from 'vitest'
import { loadTools } from '../texts/tools/tools.ts'
import { metadataOf, pairsOf, problemsOf } from './metadata-pairs.ts'

const text = (key: string, value = '') => ({ key, value, isNumber: false })

test('metadata survives its editor, and numbers stay numbers', () => {
  const metadata = { tier: 'gold', since: 2021, phone: '0049', ratio: 0.5 }
  expect(metadataOf(pairsOf(metadata))).toEqual(metadata)
  expect(metadataOf(pairsOf(null))).toBeNull()
  expect(metadataOf([{ key: 'since', value: 'long ago', isNumber: true }])).toEqual({
    since: 'long ago',
  })
})

test('each pair says itself what is wrong with it', async () => {
  await loadTools()
  const problems = problemsOf([
    text('tier', 'x'.repeat(501)),
    text(' tier '),
    text(''),
    text('k'.repeat(41)),
    text('fine', 'yes'),
  ])
  expect(problems.map((problem) => Object.keys(problem))).toEqual([
    ...[['value'], ['key'], ['key'], ['key'], []],
  ])
})
