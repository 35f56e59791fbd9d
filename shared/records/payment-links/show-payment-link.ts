import type { Mode } from '../../kernel/mode.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { linkOfEitherMode } from './link-of-either-mode.ts'
import { type OperatedLinkBody, operatedLink, presentOperatedLink } from './wire/operated-link.ts'
import { presentPaymentLink } from './wire/payment-link.ts'

export const showPaymentLink = operatorOperation({
  name: 'show-payment-link',
  role: 'viewer',
  command: 'links show',
  input: byId('the id of a link'),
  output: operatedLink,
  touches: { table: 'read' },
  docs: { summary: 'Show a payment link' },
})

/** Throws `resource_not_found`. */
export async function runShowPaymentLink(
  { table, settings }: { table: Table; settings: (mode: Mode) => Promise<Settings> },
  { input }: OperatorInputOf<typeof showPaymentLink>,
): Promise<Decision<OperatedLinkBody>> {
  const link = await linkOfEitherMode(table, input.id)
  const shown = presentPaymentLink(link, await settings(link.mode))
  return { result: presentOperatedLink(shown, link.mode) }
}
