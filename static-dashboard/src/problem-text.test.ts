import { expect, it } from 'vitest'
import { translated } from './problem-text.ts'

const sentences = { not_enabled: '{param}: {chain} ist nicht aktiviert.' }

it('says a sentence that the language has, without the name of the field that it is about', () => {
  const words = { name: 'not_enabled', values: { param: 'chainId', chain: 'Base' } }
  expect(translated(sentences, { words, param: 'chainId' })).toBe('Base ist nicht aktiviert.')
})

it('leaves a sentence that the language lacks to the service', () => {
  expect(translated(sentences, { words: { name: 'newer', values: {} }, param: null })).toBe(
    undefined,
  )
  expect(translated(sentences, { param: null })).toBe(undefined)
})
