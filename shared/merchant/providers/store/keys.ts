import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

type ProviderReference = { mode: Mode; provider: string; by: string; id: string }

export const providerKeys = {
  /** A session's orders at hosted providers. */
  providerOrder: (mode: Mode, sessionId: string, orderId: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `provider-order#${orderId}`,
  }),
  providerPayment: (mode: Mode, sessionId: string, name: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `provider-payment#${name}`,
  }),
  /** The session that owns the id of an order or of a payment. */
  providerReference: ({ mode, provider, by, id }: ProviderReference): Key => ({
    pk: `${mode}#provider-${by}#${provider}#${id}`,
    sk: 'session',
  }),
  providerEvent: (mode: Mode, provider: string, name: string): Key => ({
    pk: `${mode}#provider-event#${provider}#${name}`,
    sk: 'event',
  }),
  /** The access tokens of an account, and when it last called back. */
  integrationState: (mode: Mode, provider: string): Key => ({
    pk: `${mode}#integration-states`,
    sk: provider,
  }),
} as const
