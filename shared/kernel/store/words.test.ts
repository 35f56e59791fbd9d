import { expect, it } from 'vitest'
import { later } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { newId } from '../ids.ts'
import { transact } from './transact.ts'
import { idsWithWords, wordWrites } from './words.ts'

const bytes = seededBytes('words')
const of = { mode: 'test', kind: 'customer' } as const

async function fixture() {
  const table = await testTable()
  let second = 0
  return {
    async add(...texts: string[]) {
      const id = newId('customer', later(second++), bytes)
      await transact(table, wordWrites({ ...of, id }, ...texts))
      return id
    },
    find: (text: string, limit = 10) => idsWithWords(table, { ...of, text }, { limit }),
    table,
  }
}

it('finds by the beginning of every word, newest first, in any script', async () => {
  const { add, find } = await fixture()
  const [ana, other, tree] = [
    await add('ana@example.com', 'Ana Ångström'),
    await add('x@ana.example.com', 'Ана 日本語'),
    await add('Ёлка'),
  ]
  expect(await find('an')).toEqual([other, ana])
  expect(await find('ANG ana')).toEqual([ana])
  expect(await find('ан')).toEqual([other])
  expect(await find('日')).toEqual([])
  expect(await find('日本')).toEqual([other])
  expect(await find('елк')).toEqual([tree])
  expect(await find('na')).toEqual([])
  expect(await find('ana', 1)).toEqual([other])
})

it('finds nothing of another kind or mode, nor without a word', async () => {
  const { add, find, table } = await fixture()
  await add('ana')
  expect(await idsWithWords(table, { ...of, mode: 'live', text: 'ana' }, { limit: 9 })).toEqual([])
  const link = { mode: 'test', kind: 'paymentLink', text: 'ana' } as const
  expect(await idsWithWords(table, link, { limit: 9 })).toEqual([])
  expect(await find('#')).toEqual([])
  expect(await find('')).toEqual([])
})

it('shows the newest of a word that more have than are read, and narrows it by another', async () => {
  const { add, find } = await fixture()
  const ids: string[] = []
  for (let n = 0; n < 1005; n++) ids.push(await add(`customer${n}@gmail.com`))
  expect(await find('gmail', 3)).toEqual(ids.toReversed().slice(0, 3))
  expect(await find('customer3@gmail.com', 200)).toContain(ids[3])
  expect(await find('customer1004 gm')).toEqual([ids[1004]])
})
