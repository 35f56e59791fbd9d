import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { SealBroken } from '../../kernel/sealing/seal.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  inEffect,
  type PayoutInEffect,
  type PayoutWallet,
  payoutStateContext,
  payoutWalletContext,
  type SealedPayoutAddress,
  type SeenPayoutWallet,
  wordsSince,
} from './rules/payout-wallet.ts'
import { payoutText, stateText } from './seal-payout-address.ts'
import { findPayoutWallet } from './store/payout-wallets.ts'
import type { SeenPayoutWallets } from './store/seen-payout-wallets.ts'

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
  /** Opens what was sealed for the purpose `payout-wallets`, by `open` of `shared/kernel/sealing/seal.ts`. */
  openPayoutWallet: (sealed: Sealed, context: Record<string, string>) => Promise<string>
  now: () => Date
  seenPayoutWallets: SeenPayoutWallets
}

/** A difference between the clocks of two functions. */
const clockToleranceMs = 60_000

/**
 * Where the swept money of a mode and chain goes now, as it was sealed; undefined if its owner has not set it. Throws
 * `PayoutWalletTampered` if what is shown differs from what was sealed, or if it is an earlier one than was seen before.
 */
export async function loadPayoutWallet(
  services: LoadPayoutWalletServices,
  mode: Mode,
  chainId: number,
): Promise<PayoutInEffect | undefined> {
  const { now } = services
  const of = { mode, chainId }
  const { wallet, seen } = await readBoth(services, of)
  if (!wallet) return undefined
  await verifyPayoutWallet(services, wallet)
  const { current, next, former } = inEffect(wallet, now())
  const isReached = current.effectiveAt.getTime() <= now().getTime() + clockToleranceMs
  const found = {
    version: wallet.version,
    setIn: isReached ? current.setIn : (seen?.setIn ?? 0),
  }
  await note(services, of, { found, seen })
  if (!isReached) return undefined
  const { address } = current
  const changesAt = next?.effectiveAt ?? null
  return { address, former, changesAt, wordsSince: wordsSince(current, now()) }
}

/** Throws `PayoutWalletTampered` if anything of it is not as it was sealed. */
export async function verifyPayoutWallet(
  { openPayoutWallet }: Pick<LoadPayoutWalletServices, 'openPayoutWallet'>,
  wallet: PayoutWallet,
): Promise<void> {
  const shown = [wallet.current, ...(wallet.next ? [wallet.next] : [])]
  await Promise.all([
    verifyState(openPayoutWallet, wallet),
    ...shown.map((payout) => verify(openPayoutWallet, wallet, payout)),
  ])
}

/**
 * Notes a change of a payout wallet while nothing is to be swept, so that what was before can't be put back later. Reads
 * an item and a parameter if there was none. Throws `PayoutWalletTampered`.
 */
export async function checkPayoutWallet(
  services: LoadPayoutWalletServices,
  mode: Mode,
  chainId: number,
): Promise<void> {
  const { wallet, seen } = await readBoth(services, { mode, chainId })
  if (!wallet || wallet.version === seen?.version) return
  await loadPayoutWallet(services, mode, chainId)
}

type Both = { wallet: PayoutWallet | undefined; seen: SeenPayoutWallet | undefined }

async function readBoth(
  { table, seenPayoutWallets }: LoadPayoutWalletServices,
  of: Of,
): Promise<Both> {
  const [wallet, seen] = await Promise.all([
    findPayoutWallet(table, of.mode, of.chainId),
    seenPayoutWallets.find(of),
  ])
  if (!wallet && seen) throw new PayoutWalletTampered('was deleted', of)
  return { wallet, seen }
}

type Noting = { found: SeenPayoutWallet; seen: SeenPayoutWallet | undefined }

async function note(
  { seenPayoutWallets }: LoadPayoutWalletServices,
  of: Of,
  { found, seen }: Noting,
): Promise<void> {
  const isSame = found.version === seen?.version && found.setIn === seen.setIn
  if (isSame || (await seenPayoutWallets.save(of, found))) return
  throw new PayoutWalletTampered('is an earlier one that was put back', of)
}

async function verifyState(
  open: LoadPayoutWalletServices['openPayoutWallet'],
  wallet: PayoutWallet,
): Promise<void> {
  const { mode, chainId, sealedState } = wallet
  const of = { mode, chainId }
  const text = await openedText(open, { of, sealed: sealedState, context: payoutStateContext(of) })
  if (text !== stateText(wallet)) {
    throw new PayoutWalletTampered('has another version or change than was sealed', of)
  }
}

async function verify(
  open: LoadPayoutWalletServices['openPayoutWallet'],
  of: Of,
  { sealed, ...payout }: SealedPayoutAddress,
): Promise<void> {
  const text = await openedText(open, { of, sealed, context: payoutWalletContext(of) })
  if (text !== payoutText(payout)) {
    throw new PayoutWalletTampered('has another address or time than was sealed', of)
  }
}

type Opening = { of: Of; sealed: Sealed; context: Record<string, string> }

async function openedText(
  open: LoadPayoutWalletServices['openPayoutWallet'],
  { of, sealed, context }: Opening,
): Promise<string> {
  try {
    return await open(sealed, context)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new PayoutWalletTampered('was sealed for something else', { ...of, cause: error })
  }
}
