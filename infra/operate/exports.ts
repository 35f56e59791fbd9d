import { setTimeout } from 'node:timers/promises'
import { deleteExport } from '../../shared/admin/exports/delete-export.ts'
import { listExportsOperation } from '../../shared/admin/exports/list-exports.ts'
import { readExport } from '../../shared/admin/exports/read-export.ts'
import { startExport } from '../../shared/admin/exports/start-export.ts'
import type { ListedExport } from '../../shared/admin/exports/wire/listed-export.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf, type Outcome } from './command.ts'
import { readInput } from './input-options.ts'
import { OperateError } from './operate-error.ts'
import { textTable } from './text-table.ts'

const startCommand = commandOf(startExport)
const readCommand = commandOf(readExport)

export const exportCommands: readonly Command[] = [
  {
    ...startCommand,
    run: async (call, args) => exported(call, readInput(startExport, args)),
  },
  commandOf(listExportsOperation, { text: ({ exports }) => exportTable(exports) }),
  {
    ...readCommand,
    run: async (call, args) => {
      const { id, mode } = readInput(readExport, args)
      return { data: null, text: pieces(call, { id, mode: mode ?? 'live' }) }
    },
  },
  commandOf(deleteExport, { text: ({ id }) => `${id} is deleted.` }),
]

type Input = Readonly<Record<string, unknown>>

const pollMs = 1_000

/** Starts an export, waits for it, and prints the CSV. Its id stays valid for a day. */
export async function exported(call: CallOperator, input: Input): Promise<Outcome> {
  const mode = input['mode'] ?? 'live'
  const { id } = await call(startExport, { ...input, mode })
  for (;;) {
    const { exports } = await call(listExportsOperation, { mode })
    const one = exports.find((each) => each.id === id)
    if (!one) throw new OperateError('Somebody has deleted the export.')
    if (one.state === 'failed') throw new OperateError('The export has failed. Start it again.')
    if (one.state === 'done') return { data: one, text: pieces(call, { id, mode }) }
    if (one.state === 'stalled') await call(startExport, { mode, resume: id })
    await setTimeout(pollMs)
  }
}

async function* pieces(call: CallOperator, of: Input): AsyncGenerator<string> {
  for (let from: number | null = 0; from !== null; ) {
    const piece: { csv: string; next: number | null } = await call(readExport, { ...of, from })
    yield piece.csv
    from = piece.next
  }
}

function exportTable(exports: readonly ListedExport[]): string {
  if (exports.length === 0) return 'There are no exports. Each is kept for a day.'
  const rows = exports.map((one) => [
    ...[one.id, one.of, one.state, String(one.rows)],
    ...[one.percent === null ? '-' : `${one.percent} %`, one.startedAt, one.startedBy ?? '-'],
  ])
  return textTable(['ID', 'OF', 'STATE', 'ROWS', 'DONE', 'STARTED', 'BY'], rows)
}
