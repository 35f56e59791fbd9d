import { encodeDeployData, encodeFunctionData, parseAbi, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { call, getCode, getTransactionCount, sendTransaction } from 'viem/actions'
import { localAddresses } from '../../../shared/chain/local-addresses.ts'
import { invariant } from '../../../shared/kernel/invariant.ts'
import { callNode, hex, ignored, toQuantity } from './call-node.ts'
import multicall3 from './contracts/multicall3.json' with { type: 'json' }
import priceFeed from './contracts/price-feed.json' with { type: 'json' }
import testUsdc from './contracts/test-usdc.json' with { type: 'json' }
import { deployer, faucetPrivateKey } from './local-accounts.ts'
import { type ChainAddress, generousFees, type LocalClient, localClient } from './local-client.ts'
import { hasPendingTransactions, mineBlock } from './mine-block.ts'

const faucetCoins = parseEther('1000000000')
const faucetUsdcBase = 10n ** 18n

type Transaction = { to: `0x${string}` | null; data: `0x${string}` }

/**
 * The deployer's first transactions, one per nonce: they deploy the contracts at `localAddresses`. Appending is safe for
 * existing chains; changing or reordering isn't.
 */
const transactions: readonly Transaction[] = [
  { to: null, data: hex.parse(testUsdc.bytecode) },
  feedCreation('ETH / USD'),
  feedCreation('USDC / USD'),
  feedCreation('EUR / USD'),
  {
    to: localAddresses.testUsdc,
    data: encodeFunctionData({
      abi: parseAbi(['function mint(address to, uint256 value)']),
      args: [privateKeyToAddress(faucetPrivateKey), faucetUsdcBase],
    }),
  },
]

/** Deploys the contracts and funds the faucet. On a chain that has them in whole or in part, does only the rest. */
export async function deployContracts(chain: ChainAddress, now: () => Date): Promise<void> {
  const client = localClient(chain)
  await putMulticall3(client, chain.rpcUrl)
  const nonce = { address: deployer.address, blockTag: 'pending' } as const
  const done = await getTransactionCount(client, nonce)
  if (done === 0) await giveCoins(chain.rpcUrl)
  for (const [index, transaction] of transactions.entries()) {
    if (index < done) continue
    const request = { ...transaction, ...generousFees, account: deployer, nonce: index }
    await sendTransaction(client, { ...request, gas: 5_000_000n })
  }
  if (await hasPendingTransactions(chain.rpcUrl)) await mineBlock(chain.rpcUrl, now())
  await checkAddresses(client)
}

/** The contract has neither storage nor immutables, so its code can simply be set at its canonical address. */
async function putMulticall3(client: LocalClient, rpcUrl: string): Promise<void> {
  if (await getCode(client, { address: localAddresses.multicall3 })) return
  const { data } = await call(client, { data: hex.parse(multicall3.bytecode) })
  const params = [localAddresses.multicall3, data]
  await callNode(rpcUrl, { method: 'anvil_setCode', params }, ignored)
}

async function giveCoins(rpcUrl: string): Promise<void> {
  for (const address of [deployer.address, privateKeyToAddress(faucetPrivateKey)]) {
    const params = [address, toQuantity(faucetCoins)]
    await callNode(rpcUrl, { method: 'anvil_setBalance', params }, ignored)
  }
}

async function checkAddresses(client: LocalClient): Promise<void> {
  for (const [name, address] of Object.entries(localAddresses)) {
    invariant(await getCode(client, { address }), `no code of ${name} at ${address}`)
  }
}

function feedCreation(pair: string): Transaction {
  const abi = parseAbi(['constructor(string pair)'])
  return {
    to: null,
    data: encodeDeployData({ abi, bytecode: hex.parse(priceFeed.bytecode), args: [pair] }),
  }
}
