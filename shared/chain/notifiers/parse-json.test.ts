import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const nested = (levels: number) =>
  Buffer.from(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`)

test('reads what is nested as deep as documented bodies are', () => {
  expect(parseJson(Buffer.from('{"a":[{"b":null}]}'))).toEqual({ a: [{ b: null }] })
  expect(parseJson(nested(32))).toBeDefined()
})

test.each([34, 60_000, 200_000])('refuses %i levels like any other text', (levels) => {
  expect(parseJson(nested(levels))).toBeUndefined()
})

test.each(['', '{', 'nothing', '"\u0000'])('%j isn’t JSON', (text) => {
  expect(parseJson(Buffer.from(text))).toBeUndefined()
})
