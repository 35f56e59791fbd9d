import type { Chain } from '../../chain/chain.ts'
import {
  addressUrl,
  chainById,
  explorerOrigin,
  offeredAssets,
  transactionUrl,
} from '../../chain/chains.ts'
import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { findCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import { listIntegrationsOf } from '../../records/integrations/store/integrations.ts'
import { loadPaymentLink } from '../../records/payment-links/store/payment-links.ts'
import { confirmationsOf } from '../../records/settings/rules/confirmations-of.ts'
import { merchantOf } from '../../records/settings/rules/merchant.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { choiceAmounts } from './choice-amounts.ts'
import { mayChooseAsset } from './rules/checkout-steps.ts'
import { mayUseProviders } from './rules/offered-providers.ts'
import {
  type AssetChoice,
  type ChainOnPage,
  type CheckoutView,
  presentCheckoutView,
} from './wire/checkout.ts'

export type PresentSessionDeps = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  /** The chains that sessions of a mode can be paid on. */
  enabledChains: (mode: Mode) => Promise<readonly Chain[]>
  /** Symbols of the USD stablecoins that are currently not offered. */
  withheldStablecoins: (mode: Mode) => Promise<ReadonlySet<string>>
}

/** Presents versions of one session. Everything else it needs is read once, when it is created. */
export type PresentSession = (session: CheckoutSession) => CheckoutView

export async function sessionPresenter(
  deps: PresentSessionDeps,
  session: CheckoutSession,
): Promise<PresentSession> {
  const { table, now, settings } = deps
  const { mode, linkId } = session
  const [link, modeSettings, offered, providers] = await Promise.all([
    linkId ? loadPaymentLink(table, mode, linkId) : undefined,
    settings(mode),
    offeredChoices(deps, session),
    enabledProviders(deps, session),
  ])
  return (session) =>
    presentCheckoutView(session, {
      link: link ?? null,
      merchant: merchantOf(modeSettings),
      chain: onPage(chainOf(session)),
      offered,
      providers,
      settings: modeSettings,
      now: now(),
    })
}

/** Empty, without reading anything, if none can pay the session. */
async function enabledProviders(
  { table, now }: PresentSessionDeps,
  session: CheckoutSession,
): Promise<ProviderName[]> {
  if (!mayUseProviders(session, now())) return []
  const all = await listIntegrationsOf(table, session.mode)
  return all.filter(({ isEnabled }) => isEnabled).map(({ provider }) => provider)
}

/** Empty, without reading anything, if the customer can no longer choose. */
async function offeredChoices(
  deps: PresentSessionDeps,
  session: CheckoutSession,
): Promise<AssetChoice[]> {
  if (!mayChooseAsset(session)) return []
  const { mode, fiat } = session
  const [withheld, chains, settings] = await Promise.all([
    deps.withheldStablecoins(mode),
    deps.enabledChains(mode),
    deps.settings(mode),
  ])
  const assets = chains.flatMap(offeredAssets)
  const amountIn = await choiceAmounts(deps, fiat, assets)
  return chains.flatMap((chain) =>
    offeredAssets(chain).flatMap((asset) =>
      withheld.has(asset.symbol)
        ? []
        : { ...choiceOn(chain, settings), asset: asset.symbol, amount: amountIn(asset) },
    ),
  )
}

function choiceOn(
  chain: Chain,
  settings: Settings,
): Pick<AssetChoice, 'chainId' | 'chainName' | 'confirmedInSeconds'> {
  const { chainId, name: chainName, blockTimeMs } = chain
  const blocksMs = confirmationsOf(settings, chain) * blockTimeMs
  const confirmedInSeconds = Math.max(Math.ceil(blocksMs / 1000), settings.recheckDelaySeconds)
  return { chainId, chainName, confirmedInSeconds }
}

function onPage(chain: Chain): ChainOnPage {
  return {
    name: chain.name,
    blockTimeMs: chain.blockTimeMs,
    network: { ...chain.native, explorerUrl: explorerOrigin(chain) },
    transactionUrl: (hash) => transactionUrl(chain, hash),
    addressUrl: (address) => addressUrl(chain, address),
  }
}

/** The chain of a session's current terms. */
export function chainOf({ lock }: Pick<CheckoutSession, 'lock'>): Chain {
  const chain = chainById(lock.chainId)
  invariant(chain, `chain ${lock.chainId} is in the registry`)
  return chain
}

/** The session with that id, of either mode. Throws `resource_not_found`. */
export async function sessionOnPage(table: Table, id: string): Promise<CheckoutSession> {
  const session = isId('checkoutSession', id) && (await findCheckoutSession(table, id))
  if (!session) throw resourceNotFound('checkout session', id)
  return session
}
