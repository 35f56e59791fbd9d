import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { keys } from '../../kernel/store/keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { upsert } from '../../kernel/store/writes.ts'

export type Logo = { id: string; contentType: string; bytes: Uint8Array }

const storedLogo = z.lazy(() =>
  z.object({
    id: z.string(),
    contentType: z.string(),
    bytes: z.instanceof(Uint8Array),
  }),
)

/** The logo of a mode, if it has one. */
export function loadLogo(table: Table, mode: Mode): Promise<Logo | undefined> {
  return readItem(table, keys.logo(mode), storedLogo)
}

/** The write that replaces the logo of a mode. */
export function logoReplacement(mode: Mode, logo: Logo): Write {
  return upsert({ ...keys.logo(mode), ...logo })
}

export function logoRemoval(mode: Mode): Write {
  return { Delete: { Key: keys.logo(mode) } }
}
