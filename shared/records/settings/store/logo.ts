import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { settingsKeys } from './keys.ts'

export type Logo = { id: string; contentType: string; bytes: Uint8Array }

const storedLogo = z.lazy(() =>
  z.object({
    id: z.string(),
    contentType: z.string(),
    bytes: z.instanceof(Uint8Array),
  }),
)

export function loadLogo(table: Table, mode: Mode): Promise<Logo | undefined> {
  return readItem(table, settingsKeys.logo(mode), storedLogo)
}

/** The write that replaces the logo of a mode. */
export function logoReplacement(mode: Mode, logo: Logo): Write {
  return upsert({ ...settingsKeys.logo(mode), ...logo })
}

export function logoRemoval(mode: Mode): Write {
  return { Delete: { Key: settingsKeys.logo(mode) } }
}
