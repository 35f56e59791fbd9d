import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { presentShownRefund } from './present-shown-refund.ts'
import { requireAnyRefund } from './require-refund.ts'
import { shownRefund } from './wire/shown-refund.ts'

export const showRefund = operatorOperation({
  name: 'show-refund',
  role: 'viewer',
  command: 'refunds show',
  input: byId('the id of a refund'),
  output: shownRefund,
  touches: { table: 'read' },
  docs: { summary: 'Show a refund, and what to pay' },
  async run({ table }, { input: { id } }) {
    return { result: presentShownRefund(await requireAnyRefund(table, modes, id)) }
  },
})
