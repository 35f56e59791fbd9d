import { expect, it } from 'vitest'
import * as z from 'zod'
import { exportFixture } from '../../../test/export-fixture.ts'
import { aSession, later } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { newId } from '../../kernel/ids.ts'
import { queryPages } from '../../kernel/store/query.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { exportKeys } from './store/keys.ts'

const count = 100_000
const bytes = seededBytes('large exports')
const maxResponseBytes = 6_291_556

async function addSessions(table: Table): Promise<void> {
  for (let at = 0; at < count; at += 100) {
    const some = Array.from({ length: 100 }, (_, index) => {
      const createdAt = later(at + index)
      const id = newId('checkoutSession', createdAt, bytes)
      return aSession({ id, createdAt, metadata: { order: `${at + index}`, note: '=1+1' } })
    })
    await transact(
      table,
      some.map((one) => sessionCreation(one, one.expiresAt)),
    )
  }
}

/** The table, the partitions of its queries, and a clock on which each request takes 50 ms. */
function watched(table: Table) {
  const partitions: string[] = []
  const clock = { seconds: count }
  const asked = z.object({ ExpressionAttributeValues: z.object({ ':partition': z.string() }) })
  const send = (command: Parameters<typeof table.client.send>[0]) => {
    const query = asked.safeParse(command.input)
    clock.seconds += 0.05
    if (query.success) partitions.push(query.data.ExpressionAttributeValues[':partition'])
    return table.client.send(command)
  }
  const client = Object.assign(Object.create(table.client), { send })
  return { table: { ...table, client }, partitions, now: () => later(clock.seconds) }
}

it('exports 100,000 payments in small parts, over many invocations, and reads no more than they are', {
  timeout: 900_000,
}, async () => {
  const { table, partitions, now } = watched(await testTable())
  await addSessions(table)
  const exports = exportFixture(table, { now, turnMs: 4000 })
  const { id } = await exports.start()
  let turns = 1
  while ((await exports.run(id)) === 'continues') {
    turns += 1
    expect((await exports.list())[0]?.state).toBe('running')
  }
  // About 650 requests, 80 in each turn.
  expect(turns).toBeGreaterThan(5)
  expect((await exports.list())[0]).toMatchObject({ state: 'done', rows: count })
  expect(partitions.filter((partition) => partition.startsWith('live#'))).toEqual([])
  // 200 at a time, and a few pages twice because an invocation ended in the middle.
  expect(partitions.length).toBeLessThan((count / 200) * 1.5)

  const partition = exportKeys.exportPart('test', id, 0).pk
  const part = z.object({ lines: z.instanceof(Uint8Array) })
  for await (const parts of queryPages(table, { partition }, part)) {
    for (const { lines } of parts) expect(lines.byteLength).toBeLessThan(350_000)
  }
  const seen = new Set<string>()
  for (let from: number | null = 0; from !== null; ) {
    const startedAt = performance.now()
    const piece: { csv: string; next: number | null } = await exports.read(id, from)
    expect(performance.now() - startedAt).toBeLessThan(29_000)
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(piece)))).toBeLessThan(maxResponseBytes)
    for (const line of piece.csv.split('\r\n')) if (line.startsWith('cs_')) seen.add(line)
    from = piece.next
  }
  expect(seen.size).toBe(count)
  await exports.remove(id)
  expect(await exports.list()).toEqual([])
})
