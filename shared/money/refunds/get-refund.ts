import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../records/settings/shared-operation.ts'
import { presentShownRefund } from './present-shown-refund.ts'
import { requireAnyRefund } from './require-refund.ts'
import { presentAnyRefund, refund } from './wire/refund.ts'
import { shownRefund } from './wire/shown-refund.ts'

export const { merchant: getRefund, operator: showRefund } = sharedOperation({
  touches: { table: 'read' },
  merchant: {
    name: 'get-refund',
    route: 'GET /api/v1/refunds/{id}',
    scope: 'refunds:read',
    input: noInput,
    output: ok(refund),
    docs: { tag: 'Refunds', summary: 'Get a refund' },
    asks: ofItsMode,
    shows: presentAnyRefund,
  },
  operator: {
    name: 'show-refund',
    role: 'viewer',
    command: 'refunds show',
    input: byId('the id of a refund'),
    output: shownRefund,
    docs: { summary: 'Show a refund, and what to pay' },
    asks: ofEitherMode,
    shows: presentShownRefund,
  },
  async run({ table }: { table: Table }, asked: Named) {
    return { result: await requireAnyRefund(table, asked) }
  },
})
