import type { Chain } from '../../chain/chain.ts'
import { chainById, offeredAssets } from '../../chain/chains.ts'
import type { FetchNode } from '../../chain/open-chain.ts'
import { withAssets } from '../../chain/with-assets.ts'
import type { UrlRules } from '../../http/client/check-url.ts'
import type { ServiceError } from '../../kernel/errors.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Network } from './rules/network.ts'
import { refuseNetwork } from './rules/network-refusals.ts'
import { presentNetwork, type ShownNetwork } from './wire/network.ts'

type Of = Pick<Network, 'mode' | 'chainId'>

export type NodeServices = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  urlRules: UrlRules
  fetchNode: FetchNode
  sealUrl: (of: Of, url: string) => Promise<Sealed>
  openUrl: (of: Of, sealed: Sealed) => Promise<string>
  /** Whether this instance is for real money. */
  acceptsRealMoney: boolean
}

/** Throws `unsupported_chain` for one that the registry does not have. */
export function requireChain(chainId: number): Chain {
  const chain = chainById(chainId)
  if (chain) return chain
  throw refuseNetwork('no_such_chain', { chainId })
}

/** Why this instance enables no such chain; undefined if it does. */
export function realMoneyProblem(
  { acceptsRealMoney }: Pick<NodeServices, 'acceptsRealMoney'>,
  { chainId, name, network }: Chain,
): ServiceError | undefined {
  if (acceptsRealMoney || network !== 'mainnet') return undefined
  return refuseNetwork('play_money_only', { name, chainId })
}

/** A chain that is being enabled. */
export function newNetwork({ chainId, mode }: Chain): Network {
  return {
    chainId,
    mode,
    status: 'enabled',
    retiringSince: null,
    assets: null,
    nodes: [],
    singleOperatorConfirmed: false,
    trusted: null,
    version: 0,
  }
}

export function shown(network: Network): ShownNetwork {
  const chain = requireChain(network.chainId)
  const assets = offeredAssets(withAssets(chain, network.assets)).map(({ symbol }) => symbol)
  return presentNetwork(network, { name: chain.name, assets })
}
