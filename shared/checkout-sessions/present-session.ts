import type { Chain } from '../chain/chain.ts'
import {
  addressUrl,
  chainById,
  explorerOrigin,
  offeredAssets,
  transactionUrl,
} from '../chain/chains.ts'
import { resourceNotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { loadPaymentLink } from '../payment-links/store/payment-links.ts'
import { merchantOf } from '../settings/rules/merchant.ts'
import type { Settings } from '../settings/rules/settings.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import { mayChooseAsset } from './rules/checkout-steps.ts'
import { findCheckoutSession } from './store/sessions.ts'
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
  const [link, modeSettings, offered] = await Promise.all([
    linkId ? loadPaymentLink(table, mode, linkId) : undefined,
    settings(mode),
    offeredChoices(deps, session),
  ])
  return (session) =>
    presentCheckoutView(session, {
      link: link ?? null,
      merchant: merchantOf(modeSettings),
      chain: onPage(chainOf(session)),
      offered,
      recheckDelaySeconds: modeSettings.recheckDelaySeconds,
      acceptsTopUps: modeSettings.acceptTopUps,
      now: now(),
    })
}

/** Empty, without reading anything, if the customer can no longer choose. */
async function offeredChoices(
  { enabledChains, withheldStablecoins }: PresentSessionDeps,
  session: CheckoutSession,
): Promise<AssetChoice[]> {
  if (!mayChooseAsset(session)) return []
  const { mode } = session
  const [withheld, chains] = await Promise.all([withheldStablecoins(mode), enabledChains(mode)])
  const choices = chains.flatMap(choicesOn)
  return choices.filter(({ asset }) => !withheld.has(asset))
}

function choicesOn(chain: Chain): AssetChoice[] {
  const { chainId, name: chainName } = chain
  return offeredAssets(chain).map(({ symbol: asset }) => ({ chainId, chainName, asset }))
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
