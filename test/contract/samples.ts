import type { OperationId } from '../../shared/contract/endpoints.ts'

/**
 * A valid body of each operation that takes one. A new operation needs a line here before the tests compile; from it
 * come its contract tests.
 */
export const sampleBodies: Record<OperationId, Record<string, unknown> | null> = {
  createPaymentLink: { title: 'A year of letters', fiatAmount: '12.00', fiatCurrency: 'USD' },
  getPaymentLink: null,
  createCheckoutSession: { amount: { value: '10.00', currency: 'USD' }, metadata: { order: 'A1' } },
  getCheckoutSession: null,
  createWebhookEndpoint: { url: 'https://shop.example/webhooks', events: ['session.paid'] },
  getWebhookEndpoint: null,
}
