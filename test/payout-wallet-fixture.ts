import { KMSClient } from '@aws-sdk/client-kms'
import { getAddress } from 'viem'
import { chainById } from '../shared/chain/chains.ts'
import type { ChainClient } from '../shared/chain/open-chain.ts'
import type { Sealed } from '../shared/kernel/sealed.ts'
import { open, seal } from '../shared/kernel/sealing/seal.ts'
import { cancelPayoutWallet } from '../shared/money/payout-wallets/cancel-payout-wallet.ts'
import { showPayoutWallets } from '../shared/money/payout-wallets/list-payout-wallets.ts'
import {
  checkPayoutWallet,
  loadPayoutWallet,
} from '../shared/money/payout-wallets/load-payout-wallet.ts'
import type { PayoutWallet } from '../shared/money/payout-wallets/rules/payout-wallet.ts'
import { setPayoutWallet } from '../shared/money/payout-wallets/set-payout-wallet.ts'
import { askDirectly, type TestChain } from './chain-fixture.ts'
import { localAws, nowhere } from './local-aws.ts'
import { openNodes } from './open-nodes.ts'
import { runAsOperator } from './run-as-operator.ts'
import { seededBytes } from './seeded-bytes.ts'
import { newSeenPayoutWallets } from './seen-payout-wallets.ts'
import { testTable } from './test-table.ts'

export const one = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
export const other = getAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc')
export const third = getAddress('0xe42f4612e154153b68e241e8fde337e0c4dd6bbd')
export const chainId = 31337
const hourMs = 3_600_000

type Options = {
  /** How old the oldest wallet is at the beginning. */
  hoursOld?: number
  /** The networks that are enabled, if not the test chain's alone. */
  networks?: readonly number[]
}

/** No node of it responds. */
function unreached(id: number): ChainClient {
  const chain = chainById(id)
  if (!chain) throw new Error(`the registry has no chain ${id}`)
  return openNodes(chain, [nowhere])
}

/** Operators' commands on a table with the key service, and what the sweep makes of them. */
export async function payoutWalletFixture(
  chains: readonly TestChain[] = [],
  options: Options = {},
) {
  const { keyId } = await localAws()
  const table = await testTable()
  const sealing = { kms: new KMSClient(), keyId, purpose: 'payout-wallets' }
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  const now = () => new Date(nowMs)
  const changes: PayoutWallet[] = []
  const sealedAt = new Date(nowMs - (options.hoursOld ?? 0) * hourMs)
  const { networks = [chainId] } = options
  const openPayoutWallet = (sealed: Sealed, context: Record<string, string>) =>
    open(sealing, sealed, context)
  const seen = await newSeenPayoutWallets()
  const sweeping = { table, openPayoutWallet, now, seenPayoutWallets: seen }
  const services = {
    seenPayoutWallets: seen,
    openPayoutWallet,
    walletSealedAt: async () => sealedAt,
    table,
    now,
    randomBytes: seededBytes('payout wallets'),
    ask: askDirectly,
    chains: async () =>
      chains.length > 0 ? chains.map(({ client }) => client) : networks.map(unreached),
    sealPayoutWallet: (text: string, context: Record<string, string>) =>
      seal(sealing, text, context),
    onPayoutWalletChange: (wallet: PayoutWallet) => changes.push(wallet),
  }
  return {
    table,
    changes,
    now,
    seenPayoutWallets: seen,
    later: (hours: number) => {
      nowMs += hours * hourMs
    },
    set: (address: `0x${string}`, chain = chainId) =>
      runAsOperator(setPayoutWallet, services, { chainId: chain, address }),
    cancel: (pendingAt?: string) =>
      runAsOperator(cancelPayoutWallet, services, { chainId, pendingAt }),
    list: async () => (await runAsOperator(showPayoutWallets, services, {})).payoutWallets,
    /** A run in which nothing is swept. */
    idle: () => checkPayoutWallet(sweeping, 'test', chainId),
    sweepsTo: async (mode: 'live' | 'test' = 'test', chain: number = chainId) =>
      (await loadPayoutWallet(sweeping, mode, chain))?.address,
  }
}

export type PayoutWalletFixture = Awaited<ReturnType<typeof payoutWalletFixture>>
