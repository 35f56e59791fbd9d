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
import { deployContracts } from '../infra/local/chains/deploy-contracts.ts'
import type { AskChain } from '../shared/chain/ask-chain.ts'
import type { Chain } from '../shared/chain/chain.ts'
import { chainById } from '../shared/chain/chains.ts'
import { localAddresses } from '../shared/chain/local-addresses.ts'
import { openChain } from '../shared/chain/open-chain.ts'
import { startAnvil } from './anvil.ts'
import { startNodeProxy } from './node-proxy.ts'

export const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const otherPayer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const genesisTime = new Date('2026-01-01T00:00:00Z')
export const blockSeconds = 10

const mintAbi = parseAbi(['function mint(address to, uint256 value)'])

/** For as long as it takes. */
export const askDirectly: AskChain = (client, work) => work(client)

/** The local test chain on a node of its own, seen through a proxy. Blocks come on demand, ten seconds apart. */
export async function startTestChain({ chainId = 31337 }: { chainId?: number } = {}) {
  const chain = registryRow(chainId)
  const anvil = await startAnvil({ options: ['--chain-id', String(chainId), ...nodeOptions] })
  await deployContracts({ chainId: chain.chainId, rpcUrl: anvil.rpcUrl }, () => genesisTime)
  const proxy = await startNodeProxy(anvil.rpcUrl)
  const node = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl), cacheTime: 0 })
    .extend(walletActions)
    .extend(publicActions)
  await node.setBlockTimestampInterval({ interval: blockSeconds })
  const send = (call: Call, account: Address = payer): Promise<Hash> =>
    node.sendTransaction({ ...call, account, chain: null, gas: 300_000n })
  return {
    chain,
    client: openChain({ chain, rpcUrls: [proxy.rpcUrl] }),
    rpcUrl: anvil.rpcUrl,
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
      await proxy.stop()
      await anvil.stop()
    },
  }
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>
type Call = { to: Address; value?: bigint; data?: Hex }

const nodeOptions = [
  ...['--timestamp', String(genesisTime.getTime() / 1000)],
  ...['--hardfork', 'prague'],
  '--no-mining',
]

function registryRow(chainId: number): Chain {
  const chain = chainById(chainId)
  if (!chain) throw new Error(`the registry has no chain ${chainId}`)
  return chain
}
