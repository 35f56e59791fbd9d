import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { Acknowledgment } from '../rules/acknowledgment.ts'
import { bookKeys } from './keys.ts'

const acknowledgmentCodec = z.object({
  findingId: z.string(),
  note: z.string(),
  acknowledgedAt: moment,
})

/** Every acknowledgment of a mode (consistent). */
export function loadAcknowledgments(table: Table, mode: Mode): Promise<Acknowledgment[]> {
  const { pk: partition } = bookKeys.bookAcknowledgment(mode, '')
  return queryAll(table, { partition }, acknowledgmentCodec)
}

export function acknowledgmentWrite(mode: Mode, acknowledgment: Acknowledgment): Write {
  const { findingId } = acknowledgment
  return upsert({
    ...bookKeys.bookAcknowledgment(mode, findingId),
    ...z.encode(acknowledgmentCodec, acknowledgment),
  })
}

export function acknowledgmentRemoval(mode: Mode, findingId: string): Write {
  return { Delete: { Key: bookKeys.bookAcknowledgment(mode, findingId) } }
}
