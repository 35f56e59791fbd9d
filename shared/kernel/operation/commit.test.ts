import { expect, it } from 'vitest'
import { testTable } from '../../../test/test-table.ts'
import type { Table } from '../store/table.ts'
import { transact, type Write } from '../store/transact.ts'
import { commit, commitJoined, type Decision } from './commit.ts'

const pace = { pause: async () => undefined }

/** Creates an item; its condition fails if there is one. */
function creation(name: string): Write {
  const Item = { pk: `test#${name}`, sk: 'item' }
  return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }
}

const take = (table: Table, name: string) => transact(table, [creation(name)])

/** Records attempts of a decision over `names`: each attempt takes the next name. */
function recorded(names: readonly string[], more: Partial<Decision<string>> = {}) {
  const happened: string[] = []
  let attempt = 0
  const decide = async (): Promise<Decision<string>> => {
    const name = names[Math.min(attempt++, names.length - 1)] ?? ''
    happened.push(`decided ${name}`)
    return {
      result: name,
      writes: [creation(name)],
      alongside: {
        of: 'session timer',
        write: async () => void happened.push(`alongside ${name}`),
        onFailed: () => happened.push(`${name} not noted`),
      },
      after: () => void happened.push(`after ${name}`),
      abandoned: () => void happened.push(`abandoned ${name}`),
      ...more,
    }
  }
  return { decide, happened }
}

it('starts what comes after the writes, once they are committed', async () => {
  const table = await testTable()
  const { decide, happened } = recorded(['a'])
  expect(await commit(table, decide)).toBe('a')
  expect(happened).toEqual(['decided a', 'alongside a', 'after a'])
  expect((await take(table, 'a')).committed).toBe(false)
})

it('does not fail because something beside it failed, which is reported', async () => {
  const table = await testTable()
  const failed: unknown[] = []
  const { decide } = recorded(['a'], {
    alongside: {
      of: 'last seen',
      write: () => Promise.reject(new Error('denied')),
      onFailed: (error) => failed.push(error),
    },
  })
  expect(await commit(table, decide)).toBe('a')
  expect(failed).toEqual([new Error('denied')])
})

it('decides again by what is read then if another writer came first', async () => {
  const table = await testTable()
  await take(table, 'a')
  const { decide, happened } = recorded(['a', 'b'])
  expect(await commit(table, decide, pace)).toBe('b')
  expect(happened).toEqual([
    'decided a',
    'alongside a',
    'abandoned a',
    'decided b',
    'alongside b',
    'after b',
  ])
})

it('refuses after as many attempts as are allowed', async () => {
  const table = await testTable()
  await take(table, 'a')
  const { decide, happened } = recorded(['a'])
  const refusal = commit(table, decide, { ...pace, attempts: 3 })
  await expect(refusal).rejects.toMatchObject({ code: 'state_changed' })
  expect(happened.filter((text) => text === 'decided a')).toHaveLength(3)
  expect(happened).not.toContain('after a')
})

it('throws the conflict of a decision instead of deciding again', async () => {
  const table = await testTable()
  await take(table, 'a')
  const { decide, happened } = recorded(['a', 'b'], { conflict: () => new Error('gone') })
  await expect(commit(table, decide, pace)).rejects.toThrow('gone')
  expect(happened).toEqual(['decided a', 'alongside a', 'abandoned a'])
})

it('commits joined writes with the decision or nothing of either', async () => {
  const table = await testTable()
  await take(table, 'reply')
  const { decide, happened } = recorded(['a', 'b'], { conflict: () => new Error('gone') })
  const join = async (result: string) => [creation(result === 'a' ? 'reply' : 'other')]
  expect(await commitJoined(table, decide, { ...pace, join })).toEqual({ committed: false })
  expect(happened).toEqual(['decided a', 'alongside a', 'abandoned a'])
  expect((await take(table, 'a')).committed).toBe(true)
})

it('gives back what was taken if what joins can not be made', async () => {
  const table = await testTable()
  const { decide, happened } = recorded(['a'])
  const join = () => Promise.reject(new Error('no key'))
  await expect(commitJoined(table, decide, { ...pace, join })).rejects.toThrow('no key')
  expect(happened).toEqual(['decided a', 'abandoned a'])
})

it('writes nothing for a decision without writes', async () => {
  const { table, decide } = {
    table: await testTable(),
    decide: async () => ({ result: 'read' }),
  }
  table.client.destroy()
  expect(await commit(table, decide)).toBe('read')
})
