import { expect, it } from 'vitest'
import { outboxKeys } from '../../../shared/records/outbox/store/keys.ts'
import { parseRow, rowText } from './row-text.ts'

it('keeps the types of attributes, also of those that are named as types', () => {
  const { pk, sk } = outboxKeys.event('test', 'evt_1')
  const row = {
    pk: { S: pk },
    sk: { S: sk },
    number: { N: '123456789012345678901234567890' },
    map: { M: { B: { S: 'text' }, BS: { L: [{ N: '1' }] } } },
    none: { NULL: true },
    several: { BS: [Buffer.from([1, 255])] },
  }
  expect(parseRow(rowText(row))).toEqual(row)
})
