import { expect, it } from 'vitest'
import { testTable } from '../../../test/test-table.ts'
import { sealedText } from '../../../test/webhook-fixture.ts'
import { transact } from '../../kernel/store/transact.ts'
import { findReply, replyCreation } from './idempotency.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const claim = { mode: 'test', scope: 'a'.repeat(64), fingerprint: 'f' } as const
const expiresAt = new Date(now.getTime() + 1000)
const reply = { fingerprint: 'f', status: 201, body: '{"id":"cs_1"}', expiresAt }

it('keeps the first reply until it expires, then the next one', async () => {
  const table = await testTable()
  const keep = async (body: string, at: Date) =>
    (await transact(table, [replyCreation(claim, { ...reply, body }, at)])).committed
  expect(await findReply(table, claim, now)).toBeUndefined()
  expect([await keep('first', now), await keep('second', now)]).toEqual([true, false])
  expect(await findReply(table, claim, now)).toEqual({ ...reply, body: 'first' })
  expect(await findReply(table, { ...claim, mode: 'live' }, now)).toBeUndefined()
  expect(await findReply(table, claim, expiresAt)).toBeUndefined()
  expect(await keep('third', expiresAt)).toBe(true)
})

it('keeps a sealed body as it is', async () => {
  const table = await testTable()
  const sealed = { ...reply, body: sealedText('a secret') }
  await transact(table, [replyCreation(claim, sealed, now)])
  expect(await findReply(table, claim, now)).toEqual(sealed)
})

it('lets one of many at once keep theirs', async () => {
  const table = await testTable()
  const bodies = Array.from({ length: 10 }, (_, n) => `reply ${n}`)
  const outcomes = await Promise.all(
    bodies.map((body) => transact(table, [replyCreation(claim, { ...reply, body }, now)])),
  )
  const kept = bodies.filter((_, n) => outcomes[n]?.committed)
  expect(kept).toHaveLength(1)
  expect(await findReply(table, claim, now)).toMatchObject({ body: kept[0] })
})
