import * as z from 'zod'
import type { AuditedDecision } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import { linkOfEitherMode } from './link-of-either-mode.ts'
import { type ChangeLinkServices, decideLinkChange } from './update-payment-link.ts'
import { type OperatedLinkBody, operatedLink, presentOperatedLink } from './wire/operated-link.ts'
import { paymentLinkChanges } from './wire/payment-link-input.ts'

export const changeLink = operatorOperation({
  name: 'change-link',
  role: 'operator',
  command: 'links change',
  input: paymentLinkChanges.extend({ id: z.string().describe('the id of a link') }),
  output: operatedLink,
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  docs: { summary: 'Change, activate or deactivate a payment link' },
})

/** Only the given fields change. */
export async function runChangeLink(
  services: ChangeLinkServices,
  { input: { id, ...body } }: OperatorInputOf<typeof changeLink>,
): Promise<AuditedDecision<OperatedLinkBody>> {
  const { mode } = await linkOfEitherMode(services.table, id)
  const { result, ...decision } = await decideLinkChange(services, { mode, id, body })
  return { ...decision, result: presentOperatedLink(result, mode) }
}
