import type { Write } from '../../shared/kernel/store/transact.ts'
import { payoutWalletCreation } from '../../shared/money/payout-wallets/store/payout-wallets.ts'
import { gasWalletCreation } from '../../shared/payments/wallet/store/wallet-addresses.ts'
import { sealedText } from '../webhook-fixture.ts'
import { gasAccount, payout } from './sweeping.ts'

/** The rows of the wallets that pay for sweeps and receive them, or did before. */
export function storedWallets(effectiveAt: Date, former: readonly `0x${string}`[] = []): Write[] {
  const sealed = sealedText(payout)
  const times = { effectiveAt, setAt: effectiveAt, setIn: 1, atOnce: null }
  const current = { address: payout, ...times, sealed }
  const wallet = { mode: 'test', chainId: 31337, current, next: null, former } as const
  return [
    gasWalletCreation({ mode: 'test', walletId: 'wallet-1', address: gasAccount.address }),
    payoutWalletCreation({ ...wallet, version: 1, sealedState: sealed }),
  ]
}
