import {
  type Client,
  createClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  keccak256,
  parseAbi,
  toHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { callNode, hex, ignored } from '../../infra/local/chains/call-node.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import testWallet from '../contracts/test-wallet.json' with { type: 'json' }
import { patiently } from '../eventually.ts'
import type { RunningInstance } from '../instance.ts'

type Payee = { address: string }
type Call = { to?: Hex; value?: bigint; data?: Hex }

const abi = parseAbi([
  'function payEach(address[] payees, uint256 value) payable',
  'function mint(address to, uint256 value)',
])

/** A customer with a separate funded account, so that many can pay concurrently. Payments resolve once mined. */
export type Wallet = {
  send: (payee: Payee, value: bigint) => Promise<Hex>
  sendUsdc: (payee: Payee, value: bigint) => Promise<Hex>
  /** Native coin sent by a contract, as an internal transfer. */
  sendByContract: (payee: Payee, value: bigint) => Promise<Hex>
}

export async function openWallet({ instance }: RunningInstance, label: string): Promise<Wallet> {
  const rpcUrl = instance.chains.find(({ chainId }) => chainId === 31337)?.rpcUrl ?? ''
  const account = privateKeyToAccount(keccak256(toHex(label)))
  const params = [account.address, toHex(10n ** 20n)]
  await callNode(rpcUrl, { method: 'anvil_setBalance', params }, ignored)
  const node = createClient({ transport: http(rpcUrl), pollingInterval: 100 })
  const mined = async (call: Call) => (await sendAndMine(node, account, call)).transactionHash
  return {
    send: ({ address }, value) => mined({ to: getAddress(address), value }),
    sendUsdc: async ({ address }, value) => {
      const to = localAddresses.testUsdc
      const mint = { abi, functionName: 'mint', args: [account.address, value] } as const
      await mined({ to, data: encodeFunctionData(mint) })
      const transfer = { abi: erc20Abi, functionName: 'transfer' } as const
      return mined({
        to,
        data: encodeFunctionData({ ...transfer, args: [getAddress(address), value] }),
      })
    },
    sendByContract: async ({ address }, value) => {
      const created = await sendAndMine(node, account, { data: hex.parse(testWallet.bytecode) })
      if (!created.contractAddress) throw new Error('no contract was created')
      const args = [[getAddress(address)], value] as const
      const data = encodeFunctionData({ abi, functionName: 'payEach', args })
      return mined({ to: created.contractAddress, value, data })
    },
  }
}

async function sendAndMine(node: Client, account: PrivateKeyAccount, call: Call) {
  const hash = await sendTransaction(node, { ...call, account, chain: null })
  return waitForTransactionReceipt(node, { hash, timeout: patiently.deadlineMs })
}
