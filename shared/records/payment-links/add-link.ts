import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import type { AuditedDecision } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import { type CreateLinkServices, runCreatePaymentLink } from './create-payment-link.ts'
import { type OperatedLinkBody, operatedLink, presentOperatedLink } from './wire/operated-link.ts'
import { newPaymentLink } from './wire/payment-link-input.ts'

export const addLink = operatorOperation({
  name: 'add-link',
  role: 'operator',
  command: 'links create',
  input: newPaymentLink.extend({ mode: z.enum(modes) }),
  output: operatedLink,
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  docs: { summary: 'Create a payment link' },
})

export async function runAddLink(
  services: CreateLinkServices,
  { input: { mode, ...body } }: OperatorInputOf<typeof addLink>,
): Promise<AuditedDecision<OperatedLinkBody>> {
  const { result, ...decision } = await runCreatePaymentLink(services, { mode, body })
  return {
    ...decision,
    changes: [{ mode, action: 'payment-link.create', target: result.id, after: { ...result } }],
    result: presentOperatedLink(result, mode),
  }
}
