import type { Table } from '../../kernel/store/table.ts'
import { loadInstance } from '../../records/settings/store/instance.ts'
import { loadImportEnd } from './store/moved-data.ts'

/**
 * Whether data is being imported into the table now. An instance that is set up accepts no import, and setup is refused
 * during one. So as soon as it is set up, or its import has ended, nothing is read again.
 */
export function watchImport(table: Table): () => Promise<boolean> {
  let isOver = false
  return async () => {
    if (isOver) return false
    const instance = await loadInstance(table)
    const moved = instance ? undefined : await loadImportEnd(table)
    isOver = instance !== undefined || (moved !== undefined && moved.endedAt !== null)
    return moved?.endedAt === null
  }
}
