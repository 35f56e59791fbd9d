import type { HexAddress } from '../chain/chain.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import { SealBroken } from '../wallet/keys/seal.ts'
import {
  inEffect,
  type PayoutAddress,
  type PayoutWallet,
  payoutWalletContext,
  type SealedPayoutAddress,
} from './rules/payout-wallet.ts'
import { readSealedPayout } from './seal-payout-address.ts'
import { findPayoutWallet } from './store/payout-wallets.ts'

type Of = Pick<PayoutWallet, 'mode' | 'chainId'>

/**
 * Someone changed a payout wallet in the table without the key: nothing may be sent until its owner has set it again.
 */
export class PayoutWalletTampered extends Error {
  readonly mode: Mode
  readonly chainId: number

  constructor(problem: string, { cause, mode, chainId }: Of & { cause?: unknown }) {
    super(`the payout wallet of ${mode} mode on chain ${chainId} ${problem}`, { cause })
    this.name = 'PayoutWalletTampered'
    this.mode = mode
    this.chainId = chainId
  }
}

export type LoadPayoutWalletServices = {
  table: Table
  /** Opens what was sealed for the purpose `payout-wallets`, by `open` of `shared/wallet/keys/seal.ts`. */
  openPayoutWallet: (sealed: Sealed, context: Record<string, string>) => Promise<string>
  now: () => Date
}

/** A difference between the clocks of two functions. */
const clockToleranceMs = 60_000

/**
 * Where the swept money of a mode and chain goes now, as it was sealed; undefined if its owner has not set it. Throws
 * `PayoutWalletTampered` if what is shown differs from what was sealed.
 */
export async function loadPayoutWallet(
  { table, openPayoutWallet, now }: LoadPayoutWalletServices,
  mode: Mode,
  chainId: number,
): Promise<{ address: HexAddress } | undefined> {
  const wallet = await findPayoutWallet(table, mode, chainId)
  if (!wallet) return undefined
  const of = { mode, chainId }
  const shown = [wallet.current, ...(wallet.next ? [wallet.next] : [])]
  await Promise.all(shown.map((payout) => verify(openPayoutWallet, of, payout)))
  const { current } = inEffect(wallet, now())
  if (current.effectiveAt.getTime() <= now().getTime() + clockToleranceMs) {
    return { address: current.address }
  }
  throw new PayoutWalletTampered('is used before its time', of)
}

async function verify(
  open: LoadPayoutWalletServices['openPayoutWallet'],
  of: Of,
  { address, effectiveAt, sealed }: SealedPayoutAddress,
): Promise<void> {
  const { address: sealedAddress, effectiveAt: sealedAt } = await opened(open, of, sealed)
  if (sealedAddress !== address) {
    throw new PayoutWalletTampered('has another address than was sealed', of)
  }
  if (sealedAt.getTime() !== effectiveAt.getTime()) {
    throw new PayoutWalletTampered('takes effect at another time than was sealed', of)
  }
}

async function opened(
  open: LoadPayoutWalletServices['openPayoutWallet'],
  of: Of,
  sealed: Sealed,
): Promise<PayoutAddress> {
  try {
    return readSealedPayout(await open(sealed, payoutWalletContext(of)))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new PayoutWalletTampered('was sealed for something else', { ...of, cause: error })
  }
}
