import { expect, it } from 'vitest'
import { newApiKeyText } from '../../shared/records/api-keys/rules/api-key.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { readingAhead } from './reading-ahead.ts'

const text = newApiKeyText('test', seededBytes('key'))

function services(read: () => Promise<unknown>) {
  const calls: string[] = []
  const findKey = async (_text: string) => {
    calls.push('key')
    return undefined
  }
  const ahead = readingAhead({ findKey }, () => {
    calls.push('read')
    return read()
  })
  return { calls, find: ahead.findKey }
}

it('starts with the key, and waits for neither', async () => {
  const { calls, find } = services(() => new Promise(() => {}))
  expect(await find(text)).toBeUndefined()
  expect(calls).toEqual(['read', 'key'])
})

it('leaves its errors to whoever needs what it reads', async () => {
  const { find } = services(async () => {
    throw new Error('throttled')
  })
  expect(await find(text)).toBeUndefined()
})

it('reads nothing for a text that can not be a key', async () => {
  const { calls, find } = services(async () => undefined)
  await find('ck_test_short')
  expect(calls).toEqual(['key'])
})
