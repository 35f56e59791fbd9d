import { expect, test } from 'vitest'
import * as z from 'zod'
import { onlyUnreadable, readRow, requireAllRead, UnreadableRow } from './unreadable-rows.ts'

const codec = z.object({ status: z.enum(['paid']) })

function unread(sk: string): UnreadableRow {
  try {
    readRow({ pk: 'sessions', sk, status: 'newer' }, codec)
  } catch (error) {
    if (error instanceof UnreadableRow) return error
  }
  throw new Error('the row has a status that the codec does not know')
}

const several = (...errors: unknown[]) => new AggregateError(errors, 'several failed')

test('names the row and what of it is not as expected', () => {
  expect(unread('cs_1').message).toBe("sessions cs_1 can't be read: status")
})

test('a failure that is also about something else is not only about rows', () => {
  const [one, other] = [unread('cs_1'), unread('cs_2')]
  const both = several(one, several(other))
  expect(onlyUnreadable(both)).toEqual([one, other])
  expect(onlyUnreadable(several(both, new Error('a node lied')))).toEqual([])
  expect(onlyUnreadable(new Error('a node lied'))).toEqual([])
})

test('work without some rows fails for those, whatever else failed', () => {
  const failures = [several(unread('cs_1'), new Error('a node lied')), unread('cs_1')]
  expect(() => requireAllRead(failures)).toThrow("1 row can't be read: sessions cs_1")
  expect(() => requireAllRead([new Error('a node lied')])).not.toThrow()
})
