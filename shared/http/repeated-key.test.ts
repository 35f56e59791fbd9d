import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repeatedKey } from './repeated-key.ts'

describe('a repeated key', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":{"c":1,"c":1}}', 'c'],
    ['[{"a":1},{"a":[{"b":1,"b":2}]}]', 'b'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"":1, "" :2}', ''],
    ['{"a\\"":{},"a\\"":[]}', 'a"'],
  ])('of %s is found', (json, key) => {
    expect(repeatedKey(json)).toBe(key)
  })

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"{\\"a\\":1,\\"a\\":1}"}',
    '"a"',
    '7',
  ])('is not in %s', (json) => {
    expect(repeatedKey(json)).toBeUndefined()
  })

  it('is in nothing that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => repeatedKey(JSON.stringify(value)) === undefined),
      {
        seed: 7,
      },
    )
  })
})
