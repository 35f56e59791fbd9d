import { describe, expect, it } from 'vitest'
import { ada, adasTexts, erasures } from '../../../test/erasure-fixture.ts'
import { exportFixture } from '../../../test/export-fixture.ts'
import { later } from '../../../test/factories.ts'
import { storedTexts } from '../../../test/stored-texts.ts'
import { testTable } from '../../../test/test-table.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import {
  loadCheckoutSession,
  sessionReplacement,
} from '../../payments/checkout-sessions/store/sessions.ts'
import { findCustomerId, loadCustomer } from '../../records/customers/store/customers.ts'
import { eventsOfSession, redactEvent } from '../../records/outbox/store/events.ts'
import { eraseCustomers } from './erase-customers.ts'

/** A customer, Ada, whose erasure has begun, and one who stays. */
async function fixture({ sessions = 1 } = {}) {
  const table = await testTable()
  const { addCustomer, addSession, begin } = erasures(table)
  const id = await addCustomer(ada.email, ada.billing.name, 'Countess Ada')
  const other = await addCustomer('eve@example.com', 'Eve', 'Ms Eve')
  const kept = await addSession(other, 'eve@example.com', { metadata: { name: 'Eve' } })
  const all = []
  for (let n = 0; n < sessions; n++) all.push(await addSession(id, ada.email))
  await begin(id, later(1_000))
  const run = (seconds = 2_000, { turnMs = 60_000, on = table } = {}) =>
    eraseCustomers({ table: on, now: () => later(seconds), turnMs }, 'test')
  const left = async () => {
    const texts = await storedTexts(table)
    return adasTexts.filter((text) => texts.some((row) => row.includes(text)))
  }
  return { table, id, other, kept, all, addSession, run, left }
}

describe('erasing a customer', () => {
  it('leaves nothing of the person in any row, and everything of the payment', async () => {
    const { table, id, all, other, kept, run, left } = await fixture()
    const [session] = all
    if (!session) throw new Error('there is a session')
    expect(await run()).toEqual({ erased: [id], left: 0 })
    expect(await left()).toEqual([])
    const email = `erased+${id}@example.invalid`
    expect(await loadCustomer(table, 'test', id)).toMatchObject({ id, email, metadata: null })
    const redacted = await loadCheckoutSession(table, 'test', session.id)
    expect(redacted).toEqual({
      ...session,
      version: 2,
      customerEmail: email,
      metadata: { order: 'A-17' },
      successUrl: null,
    })
    const [event] = await eventsOfSession(table, 'test', session.id)
    expect(event?.data).toMatchObject({
      ...{ id: session.id, status: 'paid', sequence: 1, redacted: true },
      ...{ metadata: { order: 'A-17' }, customerEmail: email, successUrl: null },
    })
    expect(await findCustomerId(table, 'test', ada.email)).toBeUndefined()
    expect(await findCustomerId(table, 'test', 'eve@example.com')).toBe(other)
    expect(await loadCheckoutSession(table, 'test', kept.id)).toEqual(kept)
    expect(await run()).toEqual({ erased: [], left: 0 })
  })

  it('redacts an event of before the email was known, if the shop’s URL has it', async () => {
    const { table, all, run, left } = await fixture()
    const [event] = await eventsOfSession(table, 'test', all[0]?.id ?? '')
    if (!event) throw new Error('there is an event')
    const data = { ...event.data, customerEmail: null, metadata: null }
    await redactEvent(table, { ...event, data })
    await run()
    expect(await left()).toEqual([])
    const [redacted] = await eventsOfSession(table, 'test', event.sessionId)
    expect(redacted?.data).toEqual({ ...data, successUrl: null, redacted: true })
  })

  it('deletes the exports that have the payments', async () => {
    const { table, run, left } = await fixture()
    const {
      start,
      run: work,
      list,
    } = exportFixture(table, {
      now: () => later(1_500),
      turnMs: 60_000,
    })
    const { id } = await start()
    await work(id)
    expect(await list()).toMatchObject([{ state: 'done', rows: 2 }])
    await run()
    expect(await list()).toEqual([])
    expect(await left()).toEqual([])
  })

  it('leaves an open session alone until it has closed', async () => {
    const { table, id, addSession, run, left } = await fixture()
    const open = await addSession(id, ada.email.toUpperCase(), {
      status: 'detected',
      closedAt: null,
    })
    expect(await run()).toEqual({ erased: [], left: 1 })
    expect(await loadCheckoutSession(table, 'test', open.id)).toEqual(open)
    const closed = { ...open, version: 2, closedAt: later(2_000) }
    await transact(table, [sessionReplacement(closed, 1, closed.expiresAt)])
    expect(await run(2_010)).toEqual({ erased: [], left: 1 })
    expect(await run(2_040)).toEqual({ erased: [id], left: 0 })
    expect(await left()).toEqual([])
  })

  it('leaves a session that got another email meanwhile', async () => {
    const { table, id, addSession, run } = await fixture()
    const moved = await addSession(id, 'eve@example.com')
    expect(await run()).toEqual({ erased: [id], left: 0 })
    expect(await loadCheckoutSession(table, 'test', moved.id)).toEqual(moved)
  })

  it('waits until requests that knew the customer have ended', async () => {
    const { id, addSession, run, left } = await fixture()
    expect(await run(1_029)).toEqual({ erased: [], left: 1 })
    await addSession(id, ada.email)
    expect(await run(1_030)).toEqual({ erased: [id], left: 0 })
    expect(await left()).toEqual([])
  })

  it('is continued wherever it was interrupted', async () => {
    const { table, run, left } = await fixture({ sessions: 3 })
    let interruptions = 0
    for (let calls = 1; (await failsAfter(calls, table, run)) && calls < 500; calls += 3) {
      interruptions++
    }
    expect(interruptions).toBeGreaterThan(3)
    expect(await left()).toEqual([])
  })

  it('ends once, however many work at it, and however short they work', async () => {
    const { run, left } = await fixture({ sessions: 4 })
    await Promise.all([run(), run(), run(2_000, { turnMs: 0 })])
    await run()
    expect(await run()).toEqual({ erased: [], left: 0 })
    expect(await left()).toEqual([])
  })
})

type Run = (seconds: number, options: { on: Table }) => Promise<unknown>

/** Whether the run ended in a failure after this many requests to the table. */
async function failsAfter(calls: number, table: Table, run: Run): Promise<boolean> {
  let made = 0
  const dying: Table = {
    ...table,
    client: Object.assign(Object.create(table.client), {
      send: (command: object) =>
        ++made > calls
          ? Promise.reject(new Error('died'))
          : table.client.send(Object.assign(command)),
    }),
  }
  return run(2_000, { on: dying }).then(
    () => false,
    () => true,
  )
}
