import { expect, test } from 'vitest'
import {
  browserRandom,
  completionsOf,
  newMnemonic,
  problemOf,
  questionsAbout,
  wordsIn,
} from './mnemonic.ts'

const valid = `${'abandon '.repeat(23)}art`

test('new words are 24, with a right checksum, and never the same', () => {
  expect(newMnemonic()).toHaveLength(24)
  expect(problemOf(newMnemonic())).toBeUndefined()
  expect(newMnemonic()).not.toEqual(newMnemonic())
})

test.each([
  [valid, undefined],
  [`  ${valid.toUpperCase()}\n`, undefined],
  [`${'test '.repeat(11)}junk`, undefined],
  ['', { kind: 'count', count: 0 }],
  ['abandon abandon', { kind: 'count', count: 2 }],
  [valid.replace('art', 'arts'), { kind: 'unknown-word', word: 'arts', position: 24 }],
  [valid.replace('art', 'zoo'), { kind: 'checksum' }],
])('%j: %j', (given, problem) => {
  expect(problemOf(wordsIn(given))).toEqual(problem)
})

test('a word is completed by those of the list that begin like it', () => {
  expect(completionsOf('zo')).toEqual(['zone', 'zoo'])
  expect(completionsOf('zoo')).toEqual([])
  expect(completionsOf('')).toEqual([])
  expect(completionsOf('xx')).toEqual([])
})

test('four different positions are asked for, and each word is one of six different ones', () => {
  const words = newMnemonic()
  const asked = questionsAbout(words, browserRandom)
  expect(new Set(asked.map(({ position }) => position)).size).toBe(4)
  for (const { position, word, choices } of asked) {
    expect(words[position - 1]).toBe(word)
    expect(choices).toContain(word)
    expect(new Set(choices).size).toBe(6)
  }
})
