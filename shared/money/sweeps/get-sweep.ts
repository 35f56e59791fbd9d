import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { presentSweep } from './present-sweep.ts'
import { requireSweep } from './require-sweep.ts'
import { shownSweep } from './wire/sweep.ts'

export const getSweep = operatorOperation({
  name: 'get-sweep',
  role: 'viewer',
  command: 'sweeps show',
  input: byId('the id of a sweep'),
  output: shownSweep,
  touches: { table: 'read' },
  docs: { summary: 'Show one sweep: its addresses, transactions and fees' },
  /** Throws `resource_not_found`. */
  async run({ table }, { input: { id } }) {
    return { result: presentSweep(await requireSweep(table, id)) }
  },
})
