import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { linkOfEitherMode } from '../../records/payment-links/link-of-either-mode.ts'
import {
  operatedLink,
  presentOperatedLink,
} from '../../records/payment-links/wire/operated-link.ts'
import { paymentLinkChanges } from '../../records/payment-links/wire/payment-link-input.ts'
import { pricingLinks } from './pricing-links.ts'
import { type ChangeLinkServices, decideLinkChange } from './update-payment-link.ts'

export const changeLink = operatorOperation({
  name: 'change-link',
  role: 'operator',
  command: 'links change',
  input: paymentLinkChanges.extend({ id: z.string().describe('the id of a link') }),
  output: operatedLink,
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  docs: { summary: 'Change, activate or deactivate a payment link' },
  needs: pricingLinks,
  /** Only the given fields change. */
  async run(services: ChangeLinkServices, { input: { id, ...body } }) {
    const { mode } = await linkOfEitherMode(services.table, id)
    const { result, ...decision } = await decideLinkChange(services, { mode, id, body })
    return { ...decision, result: presentOperatedLink(result, mode) }
  },
})
