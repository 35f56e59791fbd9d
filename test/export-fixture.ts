import { deleteExport } from '../shared/admin/exports/delete-export.ts'
import { listExportsOperation } from '../shared/admin/exports/list-exports.ts'
import { readExport } from '../shared/admin/exports/read-export.ts'
import { runExport } from '../shared/admin/exports/run-export.ts'
import { startExport } from '../shared/admin/exports/start-export.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { runAsOperator } from './run-as-operator.ts'
import { seededBytes } from './seeded-bytes.ts'

type Filter = Omit<Parameters<typeof startExport.run>[1]['input'], 'mode' | 'of' | 'statuses'>

/** The operations of exports in test mode, and the invocations that they ask for, which run when a test says so. */
export function exportFixture(table: Table, { now, turnMs }: { now: () => Date; turnMs: number }) {
  const deps = { table, now, turnMs, randomBytes: seededBytes('exports') }
  const asked: string[] = []
  const work = async ({ id }: { id: string }) => void asked.push(id)
  const mode = 'test'
  const read = (id: string, from = 0) => runAsOperator(readExport, deps, { mode, id, from })
  return {
    asked,
    start: (
      filter: Filter & {
        of?: 'payments' | 'payouts' | 'accounting'
        statuses?: ('paid' | 'underpaid')[]
      } = {},
    ) =>
      runAsOperator(
        startExport,
        { ...deps, work },
        {
          mode,
          of: 'payments',
          statuses: [],
          ...filter,
        },
      ),
    run: (id: string) => runExport(deps, { mode, id }),
    list: async () => (await runAsOperator(listExportsOperation, deps, { mode })).exports,
    read,
    remove: (id: string) => runAsOperator(deleteExport, deps, { mode, id }),
    csv: async (id: string): Promise<string> => {
      const pieces: string[] = []
      for (let from: number | null = 0; from !== null; ) {
        const piece: { csv: string; next: number | null } = await read(id, from)
        pieces.push(piece.csv)
        from = piece.next
      }
      return pieces.join('')
    },
  }
}
