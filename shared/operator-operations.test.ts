import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { operatorOperations } from './operator-operations.ts'

/** The name of the input that continues a list, of each operation that has one. */
const lists = operatorOperations.flatMap(({ name, body }) => {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const { limit, ...properties } = schema.properties ?? {}
  const cursor = ['after', 'before'].find((each) => each in properties)
  return limit && cursor ? [{ name, body, cursor }] : []
})

describe.each(lists)('$name', ({ body, cursor }) => {
  it.each(['', 'x', 'si_01KJMFE3E0B6C8D2E4F6G8H0JK'])('refuses to continue after %j', (text) => {
    const { error } = body.safeParse({ mode: 'test', [cursor]: text })
    expect(error?.issues).toContainEqual(
      expect.objectContaining({ path: [cursor], params: { code: 'invalid_cursor' } }),
    )
  })
})
