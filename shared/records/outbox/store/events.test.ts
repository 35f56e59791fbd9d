import { expect, it } from 'vitest'
import { later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { newId } from '../../../kernel/ids.ts'
import { transact } from '../../../kernel/store/transact.ts'
import type { Event } from '../rules/event.ts'
import {
  type EventFilter,
  eventCreation,
  eventsOfSession,
  listEvents,
  loadEvent,
  syntheticEventCreation,
} from './events.ts'

const bytes = seededBytes('events')

function eventAt(second: number, changes: Partial<Event> = {}): Event {
  const at = later(second)
  return {
    id: newId('event', at, bytes),
    mode: 'test',
    type: 'session.paid',
    sessionId: 'cs_a',
    data: { sequence: second, amount: { wei: '1' }, metadata: { '': [null, 'ä'] } },
    createdAt: at,
    ...changes,
  }
}

it('stands in the lists of its mode, type and session', async () => {
  const table = await testTable()
  const [detected, paid, other, live] = [
    eventAt(0, { type: 'session.detected' }),
    eventAt(1),
    eventAt(2, { sessionId: 'cs_b' }),
    eventAt(3, { mode: 'live' }),
  ]
  await transact(table, [detected, paid, other, live].map(eventCreation))
  const synthetic = eventAt(4)
  await transact(table, [syntheticEventCreation(synthetic)])
  const list = async (filter: Omit<EventFilter, 'mode'>) =>
    (await listEvents(table, { mode: 'test', ...filter }, { limit: 10 })).items
  expect(await list({})).toEqual([other, paid, detected])
  expect(await list({ type: 'session.paid' })).toEqual([other, paid])
  expect(await list({ sessionId: 'cs_a' })).toEqual([paid, detected])
  expect(await list({ sessionId: 'cs_a', type: 'session.paid' })).toEqual([paid])
  expect(await list({ createdAfter: later(1), createdBefore: later(1) })).toEqual([paid])
  expect(await eventsOfSession(table, 'test', 'cs_a')).toEqual([detected, paid])
  expect(await loadEvent(table, 'test', synthetic.id)).toEqual(synthetic)
  expect(await loadEvent(table, 'test', live.id)).toBeUndefined()
  expect((await transact(table, [eventCreation(paid)])).committed).toBe(false)
})
