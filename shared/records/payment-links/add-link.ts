import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { type CreateLinkServices, runCreatePaymentLink } from './create-payment-link.ts'
import { operatedLink, presentOperatedLink } from './wire/operated-link.ts'
import { newPaymentLink } from './wire/payment-link-input.ts'

export const addLink = operatorOperation({
  name: 'add-link',
  role: 'operator',
  command: 'links create',
  input: newPaymentLink.extend({ mode: z.enum(modes) }),
  output: operatedLink,
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  docs: { summary: 'Create a payment link' },
  async run(services: CreateLinkServices, { input: { mode, ...body } }) {
    const { result, ...decision } = await runCreatePaymentLink(services, { mode, body })
    return {
      ...decision,
      changes: [{ mode, action: 'payment-link.create', target: result.id, after: { ...result } }],
      result: presentOperatedLink(result, mode),
    }
  },
})
