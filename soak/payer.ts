import { setTimeout } from 'node:timers/promises'
import {
  createClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  keccak256,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getTransactionCount, sendRawTransaction } from 'viem/actions'
import { localAddresses } from '../shared/chain/local-addresses.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import type { CheckoutSessionBody } from '../shared/payments/checkout-sessions/wire/checkout-session.ts'
import type { RunningInstance } from '../test/instance.ts'

export type Payer = {
  /** Resolves with the hash once the node has the transaction. */
  pay: (session: CheckoutSessionBody) => Promise<Hex>
  /** Resends pending transactions: a restarted node forgets them. */
  sendAgain: () => Promise<void>
}

const testChainId = 31337
const againMs = 200
const fees = { gas: 100_000n, gasPrice: 20_000_000_000n }

/** Pays from the faucet without waiting for blocks, so it numbers its transactions itself. */
export function openPayer({ instance }: RunningInstance): Payer {
  const chain = instance.chains.find(({ chainId }) => chainId === testChainId)
  invariant(chain, 'the instance has its test chain')
  const node = createClient({ transport: http(chain.rpcUrl) })
  const account = privateKeyToAccount(chain.faucetPrivateKey)
  const first = getTransactionCount(node, { address: account.address, blockTag: 'pending' })
  let used = 0
  const unmined = new Map<number, Hex>()
  return {
    async pay(session) {
      const number = used++
      const nonce = (await first) + number
      const serializedTransaction = await account.signTransaction({
        ...paymentOf(session),
        ...fees,
        chainId: testChainId,
        type: 'legacy',
        nonce,
      })
      unmined.set(nonce, serializedTransaction)
      await sendUntilTaken(() => sendRawTransaction(node, { serializedTransaction }))
      return keccak256(serializedTransaction)
    },
    async sendAgain() {
      const next = await getTransactionCount(node, { address: account.address })
      for (const [nonce, serializedTransaction] of [...unmined]) {
        if (nonce < next) unmined.delete(nonce)
        else await sendUntilTaken(() => sendRawTransaction(node, { serializedTransaction }))
      }
    },
  }
}

function paymentOf({ asset, address, amount }: CheckoutSessionBody): {
  to: Hex
  value?: bigint
  data?: Hex
} {
  const value = BigInt(amount.base)
  const to = getAddress(address)
  if (asset === 'ETH') return { to, value }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })
  return { to: localAddresses.testUsdc, data }
}

/** The local node is down for a moment when it restarts to free memory. */
async function sendUntilTaken(send: () => Promise<Hex>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await send()
      return
    } catch (error) {
      const isThere =
        error instanceof Error && /already (known|imported)|nonce too low/i.test(error.message)
      if (isThere) return
      if (attempt === 50) throw error
      await setTimeout(againMs)
    }
  }
}
