export type { ReadOptions, WriteOptions } from './call.ts'
export type { EventLog, SinceOptions } from './event-log.ts'
export type * from './generated/types.ts'
export { isFulfillable } from './is-fulfillable.ts'
export type { List } from './list.ts'
export { type OrderState, type OrderUpdate, orderState, orderUpdate } from './order-state.ts'
export { Quittance, webhooks } from './quittance.ts'
export { QuittanceError } from './quittance-error.ts'
export type { SenderOptions as QuittanceOptions } from './sender.ts'
export { type Order, sessionForOrder } from './session-for-order.ts'
export {
  type VerifyOptions,
  type WebhookHeaders,
  WebhookVerificationError,
  webhookVerifier,
} from './verify-webhook.ts'
export { type ReceiverOptions, webhookReceiver } from './webhook-receiver.ts'
