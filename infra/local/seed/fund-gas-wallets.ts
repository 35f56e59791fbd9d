import type { Mode } from '../../../shared/kernel/mode.ts'
import { gasAddresses } from '../../../shared/payments/wallet/keys/wallet-accounts.ts'
import { callNode, ignored, quantity, toQuantity } from '../chains/call-node.ts'
import type { Seed } from './seed-file.ts'

const enough = 10n ** 18n
const given = 10n * enough

/** Gives the gas wallets play money, so that tokens can be swept. Repeated at every start. */
export async function fundGasWallets(
  { mnemonic }: Pick<Seed, 'mnemonic'>,
  chains: readonly { mode: Mode; rpcUrl: string }[],
): Promise<void> {
  const addresses = gasAddresses(mnemonic)
  await Promise.all(
    chains.map(async ({ mode, rpcUrl }) => {
      const address = addresses[mode]
      const params = [address, 'latest']
      const balance = await callNode(rpcUrl, { method: 'eth_getBalance', params }, quantity)
      if (balance >= enough) return
      const funding = { method: 'anvil_setBalance', params: [address, toQuantity(given)] }
      await callNode(rpcUrl, funding, ignored)
    }),
  )
}
