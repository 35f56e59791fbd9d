import type { Chain } from '../chain/chain.ts'
import { assetsOf, chainById, transactionUrl } from '../chain/chains.ts'
import { type AssetChoice, type CheckoutView, presentCheckoutView } from '../contract/checkout.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import { resourceNotFound } from '../domain/errors.ts'
import { isId } from '../domain/ids.ts'
import { invariant } from '../domain/invariant.ts'
import type { Mode } from '../domain/mode.ts'
import type { Settings } from '../domain/settings.ts'
import { loadPaymentLink } from '../store/payment-links.ts'
import { findCheckoutSession } from '../store/sessions.ts'
import type { Table } from '../store/table.ts'

export type PresentSessionDeps = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  /** The chains that sessions of a mode may be paid on. */
  enabledChains: (mode: Mode) => readonly Chain[]
}

/** Shows versions of one session; link and settings are read once, when this is made. */
export type PresentSession = (session: CheckoutSession) => CheckoutView

export async function sessionPresenter(
  { table, now, settings, enabledChains }: PresentSessionDeps,
  { mode, linkId }: Pick<CheckoutSession, 'mode' | 'linkId'>,
): Promise<PresentSession> {
  const [link, { acceptTopUps }] = await Promise.all([
    linkId ? loadPaymentLink(table, mode, linkId) : undefined,
    settings(mode),
  ])
  const offered = enabledChains(mode).flatMap(choicesOn)
  return (session) => {
    const chain = chainOf(session)
    return presentCheckoutView(session, {
      link: link ?? null,
      chainName: chain.name,
      offered,
      transactionUrl: session.txHash && transactionUrl(chain, session.txHash),
      acceptsTopUps: acceptTopUps,
      now: now(),
    })
  }
}

function choicesOn(chain: Chain): AssetChoice[] {
  const { chainId, name: chainName } = chain
  return assetsOf(chain).map(({ symbol: asset }) => ({ chainId, chainName, asset }))
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
