import type { Mode } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { linkOfEitherMode } from '../../records/payment-links/link-of-either-mode.ts'
import {
  operatedLink,
  presentOperatedLink,
} from '../../records/payment-links/wire/operated-link.ts'
import { presentPaymentLink } from '../../records/payment-links/wire/payment-link.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'

export const showPaymentLink = operatorOperation({
  name: 'show-payment-link',
  role: 'viewer',
  command: 'links show',
  input: byId('the id of a link'),
  output: operatedLink,
  touches: { table: 'read' },
  docs: { summary: 'Show a payment link' },
  needs: readingSettings,
  /** Throws `resource_not_found`. */
  async run(
    { table, settings }: { table: Table; settings: (mode: Mode) => Promise<Settings> },
    { input },
  ) {
    const link = await linkOfEitherMode(table, input.id)
    const shown = presentPaymentLink(link, await settings(link.mode))
    return { result: presentOperatedLink(shown, link.mode) }
  },
})
