import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { noteItem } from '../../../kernel/store/writes.ts'
import type { ApiKey } from '../rules/api-key.ts'
import { apiKeyKeys } from './keys.ts'

type ApiKeyUse = { id: string; usedAt: Date }

const useCodec = z.lazy(() => z.object({ id: z.string(), usedAt: moment }))

/** When a key was used, to the minute. Apart from the keys, which only operators may write. */
export function loadApiKeyUse(
  table: Table,
  { mode, id }: Pick<ApiKey, 'mode' | 'id'>,
): Promise<ApiKeyUse | undefined> {
  return readItem(table, apiKeyKeys.apiKeyUse(mode, id), useCodec)
}

export async function saveApiKeyUse(
  table: Table,
  { mode, id }: Pick<ApiKey, 'mode' | 'id'>,
  usedAt: Date,
): Promise<void> {
  await noteItem(table, {
    ...apiKeyKeys.apiKeyUse(mode, id),
    ...z.encode(useCodec, { id, usedAt }),
  })
}

/** When the keys of a mode were last used, by their ids. */
export async function listApiKeyUses(table: Table, mode: Mode): Promise<ReadonlyMap<string, Date>> {
  const { pk: partition } = apiKeyKeys.apiKeyUse(mode, '')
  const uses = await queryAll(table, { partition }, useCodec)
  return new Map(uses.map(({ id, usedAt }) => [id, usedAt]))
}
