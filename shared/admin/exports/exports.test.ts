import { expect, it } from 'vitest'
import { exportFixture } from '../../../test/export-fixture.ts'
import { addSessions, exportsOnTable, idsIn, newestFirst } from '../../../test/export-sessions.ts'
import { later } from '../../../test/factories.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import { queryPage } from '../../kernel/store/query.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { exportKeys } from './store/keys.ts'

it('collects the payments that match, with one column for each key of metadata', async () => {
  const { table, start, asked, run, list, csv } = await exportsOnTable()
  const metadata = new Map<number, CheckoutSession['metadata']>([
    [0, { zebra: '=1+1', order: 'a,"b"\r\nc' }],
    [248, { order: 7 }],
  ])
  const sessions = await addSessions(table, 250, (index) => ({
    status: index % 2 === 0 ? 'paid' : 'expired',
    metadata: metadata.get(index) ?? null,
  }))
  const { id } = await start({ statuses: ['paid'] })
  expect(asked).toEqual([id])
  expect(await list()).toMatchObject([{ id, state: 'running', rows: 0, startedBy: null }])
  expect(await run(id)).toBe('over')
  expect(await list()).toMatchObject([
    { state: 'done', rows: 125, percent: 100, fileName: 'payments-test-2026-03-01.csv' },
  ])
  const text = await csv(id)
  const paid = sessions.filter(({ status }) => status === 'paid')
  const first = /^\uFEFFid,status,.*,otherMetadata,metadata\.order,metadata\.zebra\r\n/
  expect(text).toMatch(first)
  expect(text.split('\r\n')[1]).toMatch(/,,7,$/)
  expect(text.endsWith(`,,"a,""b""\r\nc",'=1+1\r\n`)).toBe(true)
  expect(idsIn(text).slice(0, -2)).toEqual(newestFirst(paid).slice(0, -1))
})

it('stops when it is canceled, and leaves nothing of it', async () => {
  const { table, clock, start, run, list, read, remove } = await exportsOnTable({ turnMs: 20_000 })
  await addSessions(table, 210)
  const { id } = await start()
  clock.perCall = 0.2
  expect(await run(id)).toBe('continues')
  clock.perCall = 0
  await remove(id)
  expect(await run(id)).toBe('over')
  expect(await list()).toEqual([])
  await expect(read(id)).rejects.toThrow(`There is no export ${id}`)
  await expect(remove(id)).rejects.toThrow(`There is no export ${id}`)
  const parts = await queryPage(table, { partition: exportKeys.exportPart('test', id, 0).pk })
  expect(parts.rows).toEqual([])
  const { items } = await pageAuditEntries(table, { mode: 'test' }, { limit: 10 })
  expect(items.map(({ action, target }) => [action, target])).toEqual([
    ['export.delete', id],
    ['export.start', id],
  ])
})

it('makes two at once, and refuses more than it can', async () => {
  const { table, start, run, list, csv } = await exportsOnTable()
  const sessions = await addSessions(table, 20, (index) => ({
    status: index < 5 ? 'paid' : 'pending',
  }))
  const ids = [await start(), await start({ statuses: ['paid'] })].map(({ id }) => id)
  await Promise.all(ids.map(run))
  const texts = await Promise.all(ids.map(csv))
  expect(texts.map((text) => idsIn(text).length)).toEqual([sessions.length, 5])
  for (let index = 0; index < 4; index++) await start()
  await expect(start()).rejects.toThrow('4 exports are running')
  expect(await list()).toHaveLength(6)
})

it('is resumed by who finds it interrupted, and gives up what never comes further', async () => {
  const { table, clock, start, asked, run, list } = await exportsOnTable()
  await addSessions(table, 3)
  const { id } = await start()
  const broken: Table = {
    ...table,
    client: Object.assign(Object.create(table.client), {
      send: (command: { input: object }) =>
        'IndexName' in command.input
          ? Promise.reject(new Error('unreadable'))
          : table.client.send(Object.assign(command)),
    }),
  }
  const failing = exportFixture(broken, { now: () => later(clock.seconds), turnMs: 1_000 })
  for (let turn = 0; turn < 5; turn++) {
    clock.seconds += 60
    expect((await list())[0]?.state).toBe('stalled')
    await start({ resume: id })
    await expect(failing.run(id)).rejects.toThrow('unreadable')
  }
  expect(asked).toHaveLength(6)
  clock.seconds += 60
  await run(id)
  expect((await list())[0]?.state).toBe('failed')
  await expect(start({ resume: 'exp_none' })).rejects.toThrow('There is no export exp_none')
})

it('is forgotten after a day', async () => {
  const { clock, start, run, list, read } = await exportsOnTable()
  const { id } = await start({ of: 'payouts' })
  await expect(read(id)).rejects.toThrow('is not complete')
  await run(id)
  const { csv, fileName, next } = await read(id)
  expect([csv, fileName, next]).toEqual([
    expect.stringMatching(/^\uFEFFtype,session,.*,sweep,otherMetadata\r\n$/),
    'payouts-test-2026-03-01.csv',
    null,
  ])
  clock.seconds += 86_400
  expect(await list()).toEqual([])
  await expect(read(id)).rejects.toThrow('There is no export')
})
