import type { Mode } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { requirePaymentLink } from '../../records/payment-links/require-payment-link.ts'
import {
  operatedLink,
  presentOperatedLink,
} from '../../records/payment-links/wire/operated-link.ts'
import { paymentLink, presentPaymentLink } from '../../records/payment-links/wire/payment-link.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../records/settings/shared-operation.ts'

export const { merchant: getPaymentLink, operator: showPaymentLink } = sharedOperation({
  touches: { table: 'read' },
  merchant: {
    name: 'get-payment-link',
    route: 'GET /api/v1/payment_links/{id}',
    scope: 'links:read',
    input: noInput,
    output: ok(paymentLink),
    docs: { tag: 'Payment links', summary: 'Get a payment link' },
    asks: ofItsMode,
    shows: ({ link, settings }) => presentPaymentLink(link, settings),
  },
  operator: {
    name: 'show-payment-link',
    role: 'viewer',
    command: 'links show',
    input: byId('the id of a link'),
    output: operatedLink,
    docs: { summary: 'Show a payment link' },
    asks: ofEitherMode,
    shows: ({ link, settings }) => presentOperatedLink(link, settings),
  },
  needs: readingSettings,
  async run(
    { table, settings }: { table: Table; settings: (mode: Mode) => Promise<Settings> },
    asked: Named,
  ) {
    const link = await requirePaymentLink(table, asked)
    return { result: { link, settings: await settings(link.mode) } }
  },
})
