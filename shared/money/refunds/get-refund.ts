import { noInput, ok } from '../../kernel/operation/operation.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { requireAnyRefund } from './require-refund.ts'
import { presentAnyRefund, refund } from './wire/refund.ts'

export const getRefund = merchantOperation({
  name: 'get-refund',
  route: 'GET /api/v1/refunds/{id}',
  scope: 'refunds:read',
  input: noInput,
  output: ok(refund),
  touches: { table: 'read' },
  docs: { tag: 'Refunds', summary: 'Get a refund' },
  async run({ table }, { mode, id }) {
    return { result: presentAnyRefund(await requireAnyRefund(table, [mode], id)) }
  },
})
