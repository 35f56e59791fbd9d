import * as z from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { chainById } from '../../chain/chains.ts'
import { withAssets } from '../../chain/with-assets.ts'
import { invariant } from '../../kernel/invariant.ts'
import { keptBriefly } from '../../kernel/kept-briefly.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import { warn } from '../../log/log.ts'
import { report } from '../../log/report.ts'
import { priceVoters } from '../../records/prices/price-voters.ts'
import { supportedCurrencies } from '../../records/prices/supported-currencies.ts'
import type { NetworkOffer } from './rules/network.ts'
import { listNetworkOffers } from './store/networks.ts'

/** The enabled chains, as functions know them that call no node. */
export type Networks = {
  /** The chains that new sessions of a mode may be paid on, each with the assets that it offers. */
  enabledChains: (mode: Mode) => Promise<readonly Chain[]>
  /** The chains that open sessions and quotes may be paid on: includes retiring chains, with all of their assets. */
  payableChains: (mode: Mode) => Promise<readonly Chain[]>
  /** Codes of the fiat currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}

export function networks(table: Table): Networks {
  // What is kept for five seconds may as well be a moment old when it is read, at half the price.
  const read = async (mode: Mode) => {
    const unread: NetworkOffer[] = []
    const onUnreadable = (error: UnreadableRow, row: object) =>
      void unread.push(unreadOffer(error, row))
    const offers = await listNetworkOffers(table, mode, { stale: true, onUnreadable })
    return inRegistry([...offers, ...unread])
  }
  return networksOf(keptBriefly(read, { onFailure: networksNotRead }))
}

/** They were read a moment ago, so nothing has failed yet. */
export function networksNotRead(error: unknown): void {
  report('networks not read', error)
}

const named = z.object({ chainId: z.int() })

/**
 * Stands in for a network that can't be read, so that the other chains continue: as if it were retiring, nothing new is
 * offered on its chain, and what was offered before waits. Throws if the row doesn't name its chain.
 */
export function unreadOffer(error: UnreadableRow, row: object): NetworkOffer {
  const { data } = named.safeParse(row)
  if (!data) throw error
  report('network not read', error)
  return { chainId: data.chainId, status: 'retiring', assets: null }
}

/** The chains that this version knows. A chain that an update removed must not stop the others. */
export function inRegistry<Offer extends Pick<NetworkOffer, 'chainId'>>(
  offers: readonly Offer[],
): Offer[] {
  const known = offers.filter(({ chainId }) => chainById(chainId) !== undefined)
  for (const { chainId } of offers.filter((offer) => !known.includes(offer))) {
    warn('a network of an unknown chain is left out', { chainId })
  }
  return known
}

/** The networks of a mode, by what `offers` reads. */
export function networksOf(offers: (mode: Mode) => Promise<readonly NetworkOffer[]>): Networks {
  const enabledChains = async (mode: Mode) => {
    const enabled = (await offers(mode)).filter(({ status }) => status === 'enabled')
    return enabled.map((offer) => withAssets(rowOf(offer), offer.assets))
  }
  const payableChains = async (mode: Mode) =>
    (await offers(mode)).filter(({ status }) => status !== 'unverified').map(rowOf)
  return {
    enabledChains,
    payableChains,
    currencies: async () => {
      const ofModes = await Promise.all(modes.map(enabledChains))
      return supportedCurrencies(priceVoters(ofModes.flat()))
    },
  }
}

export function rowOf({ chainId }: Pick<NetworkOffer, 'chainId'>): Chain {
  const chain = chainById(chainId)
  invariant(chain, `chain ${chainId} of the networks is in the registry`)
  return chain
}
