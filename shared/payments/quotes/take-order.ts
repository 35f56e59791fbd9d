import type { Chain } from '../../chain/chain.ts'
import { assetOf } from '../../chain/chains.ts'
import { resourceNotFound, ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { PaymentLink } from '../../records/payment-links/rules/payment-link.ts'
import { loadPaymentLink } from '../../records/payment-links/store/payment-links.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { type PayableAsset, selectAsset } from './select-asset.ts'

export type TakeOrderDeps = {
  table: Table
  settings: (mode: Mode) => Promise<Settings>
  /** Enabled chains of a mode, the preferred one first. */
  enabledChains: (mode: Mode) => Promise<readonly Chain[]>
  /** Symbols of the USD stablecoins that are currently not offered. */
  withheldStablecoins: (mode: Mode) => Promise<ReadonlySet<string>>
}

export type OrderSource =
  | { kind: 'link'; linkId: string }
  | { kind: 'ad-hoc'; amount: { value: string; currency: string } }

export type TakeOrder = {
  mode: Mode
  source: OrderSource
  chainId?: number | undefined
  asset?: string | undefined
}

export type Order = {
  link: PaymentLink | null
  fiat: { amount: string; currency: string }
  asset: PayableAsset
}

/** Throws `resource_not_found`, `link_inactive`, `unsupported_chain` and `unsupported_asset`. */
export async function takeOrder(deps: TakeOrderDeps, input: TakeOrder): Promise<Order> {
  const { mode } = input
  const [settings, chains, priced] = await Promise.all([
    deps.settings(mode),
    deps.enabledChains(mode),
    pricedBy(deps, input),
  ])
  const fallback = await offeredDefaults(deps, input, { settings, chains })
  const asset = selectAsset(chains, input, fallback)
  return { ...priced, asset }
}

/** Ignores a default stablecoin that is withheld. One that is explicitly chosen is rejected when it is priced. */
async function offeredDefaults(
  { withheldStablecoins }: TakeOrderDeps,
  { mode, asset }: TakeOrder,
  { settings, chains }: { settings: Settings; chains: readonly Chain[] },
): Promise<Pick<Settings, 'defaultChainId' | 'defaultAsset'>> {
  const { defaultAsset } = settings
  if (asset !== undefined || defaultAsset === null) return settings
  const isPegged = chains.some((chain) => assetOf(chain, defaultAsset)?.usdPegged)
  const isWithheld = isPegged && (await withheldStablecoins(mode)).has(defaultAsset)
  return isWithheld ? { ...settings, defaultAsset: null } : settings
}

async function pricedBy(
  { table }: TakeOrderDeps,
  { mode, source }: TakeOrder,
): Promise<Omit<Order, 'asset'>> {
  if (source.kind === 'ad-hoc') {
    const { value, currency } = source.amount
    return { link: null, fiat: { amount: value, currency } }
  }
  const { linkId } = source
  const link = await loadPaymentLink(table, mode, linkId)
  if (!link) throw resourceNotFound('payment link', linkId, { param: 'linkId' })
  if (!link.active) throw linkInactive(link.id)
  return { link, fiat: { amount: link.fiatAmount, currency: link.fiatCurrency } }
}

export function linkInactive(id: string): ServiceError {
  const message = `linkId ${id} is a payment link that is not active. Activate it first.`
  return new ServiceError('link_inactive', message, { param: 'linkId' })
}
