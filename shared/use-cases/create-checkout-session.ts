import type { Chain } from '../chain/chains.ts'
import { assetAmount } from '../domain/asset-amount.ts'
import type { CheckoutSession, PriceLock } from '../domain/checkout-session.ts'
import { ServiceError } from '../domain/errors.ts'
import { newId, type RandomBytes } from '../domain/ids.ts'
import { invariant } from '../domain/invariant.ts'
import type { Mode } from '../domain/mode.ts'
import { parseDecimal } from '../domain/money.ts'
import { nextLookAt } from '../domain/next-look.ts'
import type { PaymentLink } from '../domain/payment-link.ts'
import type { Settings } from '../domain/settings.ts'
import type { AssetPrice } from '../prices/asset-price.ts'
import { addressCreation } from '../store/addresses.ts'
import { loadPaymentLink } from '../store/payment-links.ts'
import { nextDerivationIndex, sessionCreation } from '../store/sessions.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'
import type { ExtraWrites, Raced } from './extra-writes.ts'
import { type PayableAsset, selectAsset } from './select-asset.ts'

export type CreateCheckoutSessionDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Enabled chains of a mode, the preferred one first. */
  enabledChains: (mode: Mode) => readonly Chain[]
  /** The deposit address at an index of the mode's account. Throws `wallet_not_configured`. */
  depositAddress: (mode: Mode, index: number) => Promise<string>
  /** Throws `price_unavailable` and `unsupported_currency`. */
  assetPrice: (asset: PayableAsset, fiatCurrency: string) => Promise<AssetPrice>
  /** Starts the session's timer. Reports its own failure and does not throw: the reconciler makes up for it. */
  startTimer: (session: CheckoutSession, at: Date) => Promise<void>
}

export type CreateCheckoutSession = {
  mode: Mode
  source:
    | { kind: 'link'; linkId: string }
    | { kind: 'ad-hoc'; amount: { value: string; currency: string } }
  chainId?: number | undefined
  asset?: string | undefined
  customerEmail: string | null
  metadata: Record<string, string | number> | null
  successUrl: string | null
  cancelUrl: string | null
  returnUrl: string | null
}

/**
 * Opens a session with a deposit address of its own and a price locked now. No chain is asked. `extraWrites` join the
 * transaction. Throws `resource_not_found`, `link_inactive`, `unsupported_*`, `price_unavailable`,
 * `wallet_not_configured`.
 */
export async function createCheckoutSession(
  deps: CreateCheckoutSessionDeps,
  input: CreateCheckoutSession,
  { extraWrites }: { extraWrites?: ExtraWrites<CheckoutSession> } = {},
): Promise<{ session: CheckoutSession } | Raced> {
  const session = await newSession(deps, input)
  const settings = await deps.settings(input.mode)
  const outcome = await transact(deps.table, [
    sessionCreation(session, nextLookAt(session, settings)),
    addressCreation(session),
    ...((await extraWrites?.(session)) ?? []),
  ])
  if (!outcome.committed) {
    const [{ index }] = outcome.failed
    invariant(index > 1, `deposit address ${session.derivationIndex} is new`)
    return { idempotencyRaced: true }
  }
  await deps.startTimer(session, session.expiresAt)
  return { session }
}

async function newSession(
  deps: CreateCheckoutSessionDeps,
  input: CreateCheckoutSession,
): Promise<CheckoutSession> {
  const { mode } = input
  const [settings, link] = await Promise.all([deps.settings(mode), sourceLink(deps, input)])
  const fiat = fiatOf(input, link)
  const asset = selectAsset(deps.enabledChains(mode), input, settings)
  const [price, derivationIndex] = await Promise.all([
    deps.assetPrice(asset, fiat.currency),
    nextDerivationIndex(deps.table, mode),
  ])
  const address = await deps.depositAddress(mode, derivationIndex)
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + settings.sessionTtlSeconds * 1000)
  return {
    id: newId('checkoutSession', createdAt, deps.randomBytes),
    mode,
    version: 1,
    sequence: 0,
    status: 'pending',
    linkId: link?.id ?? null,
    address,
    derivationIndex,
    fiat,
    ethPriceUsd: price.ethPriceUsd,
    lock: lockPrice(asset, price, { fiat, expiresAt }),
    assetSelected: input.chainId !== undefined && input.asset !== undefined,
    expiresAt,
    lateUntil: new Date(expiresAt.getTime() + settings.lateGraceSeconds * 1000),
    confirmationsRequired: confirmationsFor(asset.chain, settings),
    received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    firstSeenAt: null,
    vanishedAt: null,
    closedAt: null,
    paidAt: null,
    txHash: null,
    failureReason: null,
    metadata: input.metadata,
    successUrl: input.successUrl ?? link?.successUrl ?? null,
    cancelUrl: input.cancelUrl ?? link?.cancelUrl ?? null,
    returnUrl: input.returnUrl,
    customerEmail: input.customerEmail,
    createdAt,
    updatedAt: createdAt,
  }
}

async function sourceLink(
  { table }: CreateCheckoutSessionDeps,
  { mode, source }: CreateCheckoutSession,
): Promise<PaymentLink | undefined> {
  if (source.kind !== 'link') return undefined
  const link = await loadPaymentLink(table, mode, source.linkId)
  if (!link) {
    throw new ServiceError('resource_not_found', `No payment link ${source.linkId}.`, {
      param: 'linkId',
    })
  }
  if (!link.active) {
    throw new ServiceError(
      'link_inactive',
      `Payment link ${link.id} is not active; activate it to open sessions from it.`,
      { param: 'linkId' },
    )
  }
  return link
}

function fiatOf(
  { source }: CreateCheckoutSession,
  link: PaymentLink | undefined,
): CheckoutSession['fiat'] {
  if (link) return { amount: link.fiatAmount, currency: link.fiatCurrency }
  invariant(source.kind === 'ad-hoc', 'a session has a link or an amount')
  return { amount: source.amount.value, currency: source.amount.currency }
}

function lockPrice(
  asset: PayableAsset,
  price: AssetPrice,
  { fiat, expiresAt }: { fiat: CheckoutSession['fiat']; expiresAt: Date },
): PriceLock {
  const decimal = (text: string) => {
    const value = parseDecimal(text, 60)
    invariant(value, `${text} is a decimal`)
    return value
  }
  return {
    chainId: asset.chain.chainId,
    asset: asset.symbol,
    tokenAddress: asset.tokenAddress,
    decimals: asset.decimals,
    amountBase: assetAmount({
      fiat: decimal(fiat.amount),
      fiatUsd: decimal(price.fiatUsd),
      unitPriceUsd: decimal(price.unitPriceUsd),
      assetDecimals: asset.decimals,
    }),
    unitPriceUsd: price.unitPriceUsd,
    expiresAt,
  }
}

function confirmationsFor(chain: Chain, settings: Settings): number {
  return settings.confirmations[chain.chainId] ?? chain.confirmations
}
