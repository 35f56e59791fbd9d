import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { withoutKey } from '../../kernel/operation/merchant-request.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import {
  operatedLink,
  presentOperatedLink,
} from '../../records/payment-links/wire/operated-link.ts'
import { newPaymentLink } from '../../records/payment-links/wire/payment-link-input.ts'
import { type CreateLinkServices, createPaymentLink } from './create-payment-link.ts'
import { pricingLinks } from './pricing-links.ts'

export const addLink = operatorOperation({
  name: 'add-link',
  role: 'operator',
  command: 'links create',
  input: newPaymentLink.extend({ mode: z.enum(modes) }),
  output: operatedLink,
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  docs: { summary: 'Create a payment link' },
  needs: pricingLinks,
  async run(services: CreateLinkServices, { input: { mode, ...body } }) {
    const { result, ...decision } = await createPaymentLink.run(services, {
      ...withoutKey,
      mode,
      body: { ...body, currencyField: 'fiatCurrency' },
    })
    return {
      ...decision,
      changes: [{ mode, action: 'payment-link.create', target: result.id, after: { ...result } }],
      result: presentOperatedLink(result, mode),
    }
  },
})
