import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import type { Chain } from '../shared/chain/chain.ts'
import { chainById } from '../shared/chain/chains.ts'
import { localAddresses } from '../shared/chain/local-addresses.ts'
import type { AskChain } from '../shared/chain/nodes/ask-chain.ts'
import { startNodeProxy } from './node-proxy.ts'
import { openNodes } from './open-nodes.ts'
import { takeNode } from './test-node.ts'

export const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const otherPayer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const blockSeconds = 10

const mintAbi = parseAbi(['function mint(address to, uint256 value)'])

/** Asks a node without a timeout. */
export const askDirectly: AskChain = (client, work) => work(client)

/** The local test chain on an exclusive node, behind a proxy. Blocks are mined on demand, ten seconds apart. */
export async function startTestChain({ chainId = 31337 }: { chainId?: number } = {}) {
  const chain = registryRow(chainId)
  const { rpcUrl, giveBack } = await takeNode(chainId)
  const proxy = startNodeProxy(rpcUrl)
  const node = createTestClient({ mode: 'anvil', transport: http(rpcUrl), cacheTime: 0 })
    .extend(walletActions)
    .extend(publicActions)
  await node.setBlockTimestampInterval({ interval: blockSeconds })
  const send = (call: Call, account: Address = payer): Promise<Hash> =>
    node.sendTransaction({ ...call, account, chain: null, gas: 300_000n })
  return {
    chain,
    client: openNodes(chain, [proxy.rpcUrl]),
    rpcUrl,
    node,
    proxy,
    send,
    mine: (blocks = 1) => node.mine({ blocks, interval: blockSeconds }),
    mintUsdc: (to: Address, value: bigint) =>
      send({
        to: localAddresses.testUsdc,
        data: encodeFunctionData({ abi: mintAbi, args: [to, value] }),
      }),
    payUsdc: (to: Address, value: bigint, from?: Address) =>
      send(
        {
          to: localAddresses.testUsdc,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] }),
        },
        from,
      ),
    async stop() {
      proxy.stop()
      await giveBack()
    },
  }
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>
type Call = { to: Address; value?: bigint; data?: Hex }

function registryRow(chainId: number): Chain {
  const chain = chainById(chainId)
  if (!chain) throw new Error(`the registry has no chain ${chainId}`)
  return chain
}
