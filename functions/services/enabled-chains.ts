import type { Chain } from '../../shared/chain/chain.ts'
import { chainById } from '../../shared/chain/chains.ts'
import { type ChainClient, openChain } from '../../shared/chain/open-chain.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Config } from '../config.ts'

/** The registry's chains for which this deployment configures nodes. */
export type EnabledChains = {
  clients: readonly ChainClient[]
  clientsOf: (mode: Mode) => readonly ChainClient[]
  client: (chainId: number) => ChainClient
  ofMode: (mode: Mode) => Chain[]
}

export function enabledChains(config: Config): EnabledChains {
  const clients = new Map(
    Object.entries(config('CHAIN_RPC_URLS')).map(([id, operators]) => {
      const chain = chainById(Number(id))
      invariant(chain, `CHAIN_RPC_URLS names chain ${id}, which the registry does not have`)
      const nodes = Object.entries(operators).map(([url, operator]) => ({ url, operator }))
      return [chain.chainId, openChain({ chain, nodes })]
    }),
  )
  const clientsOf = (mode: Mode) => [...clients.values()].filter(({ chain }) => chain.mode === mode)
  return {
    clients: [...clients.values()],
    clientsOf,
    client: (chainId) => {
      const client = clients.get(chainId)
      invariant(client, `CHAIN_RPC_URLS has no node for chain ${chainId}`)
      return client
    },
    ofMode: (mode) => clientsOf(mode).map(({ chain }) => chain),
  }
}
