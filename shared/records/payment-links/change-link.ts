import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { linkOfEitherMode } from './link-of-either-mode.ts'
import { type ChangeLinkServices, decideLinkChange } from './update-payment-link.ts'
import { operatedLink, presentOperatedLink } from './wire/operated-link.ts'
import { paymentLinkChanges } from './wire/payment-link-input.ts'

export const changeLink = operatorOperation({
  name: 'change-link',
  role: 'operator',
  command: 'links change',
  input: paymentLinkChanges.extend({ id: z.string().describe('the id of a link') }),
  output: operatedLink,
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  docs: { summary: 'Change, activate or deactivate a payment link' },
  /** Only the given fields change. */
  async run(services: ChangeLinkServices, { input: { id, ...body } }) {
    const { mode } = await linkOfEitherMode(services.table, id)
    const { result, ...decision } = await decideLinkChange(services, { mode, id, body })
    return { ...decision, result: presentOperatedLink(result, mode) }
  },
})
