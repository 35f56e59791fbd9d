import type { Chain } from '../chain/chain.ts'
import { chainById, offeredAssets, transactionUrl } from '../chain/chains.ts'
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
import { type AssetChoice, type CheckoutView, presentCheckoutView } from './wire/checkout.ts'

export type PresentSessionDeps = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  /** The chains that sessions of a mode may be paid on. */
  enabledChains: (mode: Mode) => readonly Chain[]
  /** Symbols of the USD stablecoins that are not offered now. */
  withheldStablecoins: () => Promise<ReadonlySet<string>>
}

/** Shows versions of one session; all that stands beside it is read once, when this is made. */
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
  return (session) => {
    const chain = chainOf(session)
    return presentCheckoutView(session, {
      link: link ?? null,
      merchant: merchantOf(modeSettings),
      chainName: chain.name,
      offered,
      transactionUrl: session.txHash && transactionUrl(chain, session.txHash),
      acceptsTopUps: modeSettings.acceptTopUps,
      now: now(),
    })
  }
}

/** Who can't choose any more is offered nothing, and nothing is read for them. */
async function offeredChoices(
  { enabledChains, withheldStablecoins }: PresentSessionDeps,
  session: CheckoutSession,
): Promise<AssetChoice[]> {
  if (!mayChooseAsset(session)) return []
  const withheld = await withheldStablecoins()
  const choices = enabledChains(session.mode).flatMap(choicesOn)
  return choices.filter(({ asset }) => !withheld.has(asset))
}

function choicesOn(chain: Chain): AssetChoice[] {
  const { chainId, name: chainName } = chain
  return offeredAssets(chain).map(({ symbol: asset }) => ({ chainId, chainName, asset }))
}

/** The chain that a session is to be paid on. */
export function chainOf({ lock }: Pick<CheckoutSession, 'lock'>): Chain {
  const chain = chainById(lock.chainId)
  invariant(chain, `chain ${lock.chainId} is in the registry`)
  return chain
}

/** The session of either mode, as the pages know it. Throws `resource_not_found`. */
export async function sessionOnPage(table: Table, id: string): Promise<CheckoutSession> {
  const session = isId('checkoutSession', id) && (await findCheckoutSession(table, id))
  if (!session) throw resourceNotFound('checkout session', id)
  return session
}
