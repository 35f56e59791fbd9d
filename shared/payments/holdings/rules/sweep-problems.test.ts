import { expect, it } from 'vitest'
import { sweepProblem, wordsOfProblem } from './sweep-problems.ts'

it('says a problem in English, with its name and values for other languages', () => {
  expect(sweepProblem('nonce_used', { sender: '0x1', nonce: 7 })).toEqual({
    text: 'Another transaction of 0x1 has its nonce 7.',
    words: { name: 'nonce_used', values: { sender: '0x1', nonce: 7 } },
  })
})

it('has words for a stored text only if they make it up', () => {
  const { text, words } = sweepProblem('abandoned', { note: 'prices rise, {note}' })
  expect(wordsOfProblem(text, words)).toEqual(words)
  expect(wordsOfProblem('A node refused it: gone', words)).toBeUndefined()
  expect(wordsOfProblem(text, { name: 'of a newer release', values: {} })).toBeUndefined()
  expect(wordsOfProblem(null, words)).toBeUndefined()
})

it('finds a text without values that was stored without words', () => {
  const { text, words } = sweepProblem('reverted')
  expect(wordsOfProblem(text)).toEqual(words)
  expect(wordsOfProblem('A node refused it: gone')).toBeUndefined()
})
