import { createTestClient, http, publicActions, walletActions } from 'viem'
import type { Chain } from '../../shared/chain/chain.ts'
import { assetsOf } from '../../shared/chain/chains.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { requireChain } from '../../shared/payments/networks/node-services.ts'
import { askNode, serveRpc } from '../../test/local-rpc.ts'
import { takeNode } from '../../test/test-node.ts'
import { askingNode } from './meter.ts'

/** More would only cost time: no chain needs as many confirmations between two events of a scenario. */
const mostBlocks = 20

/** Contracts with decimals that the test token lacks: if they were wrong, each node would be reported hourly. */
function withOwnDecimals({ tokens, feeds, sequencerFeed }: Chain) {
  const sequencer = sequencerFeed ? [{ address: sequencerFeed, decimals: 0 }] : []
  return [...tokens.filter(({ decimals }) => decimals !== 6), ...Object.values(feeds), ...sequencer]
}

/** Returns `decimals()`, and zero for everything else. */
function decimalsCode(decimals: number): `0x${string}` {
  const value = decimals.toString(16).padStart(2, '0')
  return `0x60003560e01c63313ce5671460${value}0260005260206000f3`
}

const arbSys = '0x0000000000000000000000000000000000000064'
/** Returns the hash of the block that the first argument names, as Arbitrum's own contract does. */
const blockHashCode = '0x600435405f5260205ff3'

/** A chain of the registry in virtual time, behind two nodes that count what they are asked. */
export async function startMeteredChain(chainId: number) {
  const chain = requireChain(chainId)
  const { rpcUrl, giveBack } = await takeNode(chainId)
  const node = createTestClient({ mode: 'anvil', transport: http(rpcUrl), cacheTime: 0 })
    .extend(walletActions)
    .extend(publicActions)
  // Without the chain's tokens, every reading of several coins would be repeated.
  const code = await node.getCode({ address: localAddresses.testUsdc })
  for (const { tokenAddress } of assetsOf(chain)) {
    if (tokenAddress && code) await node.setCode({ address: tokenAddress, bytecode: code })
  }
  for (const { address, decimals } of withOwnDecimals(chain)) {
    await node.setCode({ address, bytecode: decimalsCode(decimals) })
  }
  if (chain.ancestry === 'arb-sys') await node.setCode({ address: arbSys, bytecode: blockHashCode })
  const nodes = [1, 2].map(() => serveRpc((body) => respond(chain, rpcUrl, body)))
  return {
    chain,
    node,
    rpcUrls: nodes.map((served) => served.rpcUrl),
    /** Mines what the chain would have mined until now; the newest block is of this second. */
    async mineToNow(): Promise<void> {
      const { timestamp } = await node.getBlock()
      const seconds = Math.floor(Date.now() / 1000) - Number(timestamp)
      if (seconds < 1) return
      const wanted = Math.ceil((seconds * 1000) / chain.blockTimeMs)
      const blocks = Math.max(1, Math.min(wanted, seconds, mostBlocks))
      const interval = Math.max(1, Math.floor(seconds / blocks))
      if (blocks > 1) {
        await node.setBlockTimestampInterval({ interval })
        await node.mine({ blocks: blocks - 1, interval })
      }
      await node.setNextBlockTimestamp({ timestamp: timestamp + BigInt(seconds) })
      await node.mine({ blocks: 1 })
    },
    async stop(): Promise<void> {
      for (const served of nodes) served.close()
      await giveBack()
    },
  }
}

export type MeteredChain = Awaited<ReturnType<typeof startMeteredChain>>

async function respond({ chainId }: Chain, rpcUrl: string, body: string): Promise<string> {
  const { id, method }: { id: number; method: string } = JSON.parse(body)
  return askingNode({ method, body }, async () => {
    if (method !== 'eth_chainId') return askNode(rpcUrl, body)
    return JSON.stringify({ jsonrpc: '2.0', id, result: `0x${chainId.toString(16)}` })
  })
}
