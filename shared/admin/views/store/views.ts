import * as z from 'zod'
import { innerMap } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import { viewKeys } from './keys.ts'

/** A named filter of payments: what its address has after the question mark. */
export const view = z.object({ name: z.string(), query: z.string() })

export type View = z.infer<typeof view>

const viewsCodec = z.object({ version: z.int(), views: z.array(innerMap(view.shape)) })

/** An operator's views, the oldest first; version 0 if none was ever saved. */
export type Views = z.infer<typeof viewsCodec>

export async function loadViews(table: Table, operatorId: string): Promise<Views> {
  const found = await readItem(table, viewKeys.views(operatorId), viewsCodec)
  return found ?? { version: 0, views: [] }
}

/** The write that stores other views in place of these; its condition fails if another browser was first. */
export function viewsWrite(operatorId: string, { version }: Views, views: readonly View[]): Write {
  const item = { ...viewKeys.views(operatorId), version: version + 1, views }
  return version === 0 ? addition(item) : replacement(item, version)
}
