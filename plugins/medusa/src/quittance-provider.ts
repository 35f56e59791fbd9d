import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types'
import {
  AbstractPaymentProvider,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from '@medusajs/framework/utils'
import {
  type CheckoutSession,
  isFulfillable,
  orderState,
  orderUpdate,
  Quittance,
  sessionForOrder,
  WebhookVerificationError,
  webhookVerifier,
} from '../../../sdk/src/index.ts'
import { type Attention, attentionOf } from './attention.ts'
import { asMedusaError } from './medusa-error.ts'
import { priceOf } from './price.ts'
import { checkOptions, type ProviderOptions } from './provider-options.ts'
import { refundAmount } from './refund-amount.ts'
import { seal } from './sealed-text.ts'
import { sessionData } from './session-data.ts'

/** Medusa gives events to the provider after its queue, which may have been down; what is true now is asked from the API. */
const { verify } = webhookVerifier({ toleranceSeconds: 24 * 3600 })

/** What Medusa's subscriber handles, and what the one of this package does. */
export type WebhookResult = Omit<WebhookActionResult, 'data'> & {
  data?: NonNullable<WebhookActionResult['data']> & { attention?: Attention & { eventId: string } }
}

export class QuittanceProvider extends AbstractPaymentProvider<ProviderOptions> {
  static override identifier = 'quittance'

  static override validateOptions(options: Partial<ProviderOptions>): void {
    checkOptions(options)
  }

  readonly #quittance: Quittance
  readonly #logger: Pick<Logger, 'warn'>

  constructor(container: { logger: Pick<Logger, 'warn'> }, options: ProviderOptions) {
    super(container, options)
    this.#logger = container.logger
    this.#quittance = new Quittance(options)
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const { successUrl, cancelUrl } = this.config
    const amount = priceOf(input.amount, input.currency_code)
    const session = await asMedusaError(() =>
      sessionForOrder(this.#quittance, {
        order: String(input.data?.['session_id']),
        amount,
        customerEmail: input.context?.customer?.email ?? null,
        successUrl,
        cancelUrl,
      }),
    )
    if (session.fiat.amount === amount.value && session.fiat.currency === amount.currency) {
      return { id: session.id, status: PaymentSessionStatus.PENDING, data: sessionData(session) }
    }
    throw notAllowed(`${session.id} is ${session.status} at another price: ${session.fiat.amount}.`)
  }

  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return this.initiatePayment(input)
  }

  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const session = await this.#sessionOf(data)
    return { status: statusOf(session), data: sessionData(session) }
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return this.authorizePayment({ ...(data && { data }) })
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: { ...data, ...sessionData(await this.#sessionOf(data)) } }
  }

  /** The chain has captured it already; this only says so to whoever asks Medusa for it. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const session = await this.#sessionOf(data)
    if (isFulfillable(session)) return { data: { ...data, ...sessionData(session) } }
    throw notAllowed(`${session.id} is ${session.status}, so there is nothing to capture.`)
  }

  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const session = await this.#sessionOf(data)
    const {
      id,
      amount: promised,
      asset,
      claimUrl,
    } = await asMedusaError(() =>
      this.#quittance.refunds.create(
        { sessionId: session.id, amount: refundAmount(session, amount) },
        { idempotencyKey: `medusa-${context?.idempotency_key}` },
      ),
    )
    const refunds = Array.isArray(data?.['refunds']) ? data['refunds'] : []
    const sealedClaimUrl = seal(claimUrl ?? '', this.config.apiKey)
    const refund = { id, amount: promised.formatted, asset, sealedClaimUrl }
    return { data: { ...sessionData(session), refunds: [...refunds, refund] } }
  }

  /** Nobody can take a payment back from the chain, so a session that was paid stays as it is. */
  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const session = await this.#sessionOf(data)
    if (session.status !== 'pending') return { data: { ...data, ...sessionData(session) } }
    return { data: { ...data, ...sessionData(await this.#expire(session.id)) } }
  }

  /** Throws if there is money, so that Medusa keeps the payment session, and with it the way to the cart. */
  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    // Medusa also deletes what was never created.
    if (typeof data?.['id'] !== 'string') return {}
    const session = await this.#sessionOf(data)
    if (session.status === 'pending') await this.#expire(session.id)
    else if (orderState(session) !== 'closed') {
      throw notAllowed(`${session.id} is ${session.status}: complete the cart with this payment.`)
    }
    return {}
  }

  async getWebhookActionAndData({
    rawData,
    headers,
  }: ProviderWebhookPayload['payload']): Promise<WebhookResult> {
    const ignored = { action: PaymentActions.NOT_SUPPORTED }
    try {
      const event = await verify(rawData, headers as never, this.config.webhookSecret)
      const update = await asMedusaError(() => orderUpdate(this.#quittance, event))
      if (!update?.order?.startsWith('payses_')) return ignored
      const data = sessionData(update.session)
      const attention = attentionOf(update, data)
      return {
        action: update.deposit ? PaymentActions.NOT_SUPPORTED : actions[update.state],
        data: {
          session_id: update.order,
          amount: data.amount,
          ...(attention && { attention: { ...attention, eventId: event.id } }),
        },
      }
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      this.#logger.warn(`A webhook for quittance was ignored. ${error.message}`)
      return ignored
    }
  }

  /** The session as it is now. Throws if it isn't the one that this payment was created with. */
  async #sessionOf(data: Record<string, unknown> | undefined): Promise<CheckoutSession> {
    const session = await asMedusaError(() =>
      this.#quittance.checkoutSessions.retrieve(String(data?.['id'])),
    )
    const { session_id, amount, currency } = sessionData(session)
    const isSame =
      session_id === data?.['session_id'] &&
      amount === data['amount'] &&
      currency === data['currency']
    if (isSame) return session
    throw notAllowed(`${session.id} does not belong to payment session ${data?.['session_id']}.`)
  }

  #expire(id: string): Promise<CheckoutSession> {
    return asMedusaError(() => this.#quittance.checkoutSessions.expire(id))
  }
}

const actions = {
  wait: PaymentActions.PENDING,
  fulfill: PaymentActions.SUCCESSFUL,
  attention: PaymentActions.REQUIRES_MORE,
  closed: PaymentActions.CANCELED,
} as const

/** `pending_authorization` lets Medusa place the order while its payment is incomplete or not confirmed yet. */
function statusOf(session: CheckoutSession): PaymentSessionStatus {
  if (session.status === 'pending') return PaymentSessionStatus.PENDING
  const state = orderState(session)
  if (state === 'fulfill') return PaymentSessionStatus.CAPTURED
  if (state === 'closed') return PaymentSessionStatus.CANCELED
  return PaymentSessionStatus.PENDING_AUTHORIZATION
}

function notAllowed(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
