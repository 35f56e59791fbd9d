import { KMSClient } from '@aws-sdk/client-kms'
import { getAddress } from 'viem'
import type { Sealed } from '../shared/kernel/sealed.ts'
import { runCancelPayoutWallet } from '../shared/payout-wallets/cancel-payout-wallet.ts'
import { runListPayoutWallets } from '../shared/payout-wallets/list-payout-wallets.ts'
import { checkPayoutWallet, loadPayoutWallet } from '../shared/payout-wallets/load-payout-wallet.ts'
import type { PayoutWallet } from '../shared/payout-wallets/rules/payout-wallet.ts'
import { runSetPayoutWallet } from '../shared/payout-wallets/set-payout-wallet.ts'
import { open, seal } from '../shared/wallet/keys/seal.ts'
import { askDirectly, type TestChain } from './chain-fixture.ts'
import { localAws } from './local-aws.ts'
import { runAsOperator } from './run-as-operator.ts'
import { seededBytes } from './seeded-bytes.ts'
import { testTable } from './test-table.ts'

export const one = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
export const other = getAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc')
export const third = getAddress('0xe42f4612e154153b68e241e8fde337e0c4dd6bbd')
export const chainId = 31337
const hourMs = 3_600_000

/** Operators' commands on a table with the key service, and what the sweep makes of them. */
export async function payoutWalletFixture(chains: readonly TestChain[] = []) {
  const { keyId } = await localAws()
  const table = await testTable()
  const sealing = { kms: new KMSClient(), keyId, purpose: 'payout-wallets' }
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  const now = () => new Date(nowMs)
  const changes: PayoutWallet[] = []
  const services = {
    ...{ table, now, randomBytes: seededBytes('payout wallets'), ask: askDirectly },
    chains: async () => chains.map(({ client }) => client),
    sealPayoutWallet: (text: string, context: Record<string, string>) =>
      seal(sealing, text, context),
    onPayoutWalletChange: (wallet: PayoutWallet) => changes.push(wallet),
  }
  const openPayoutWallet = (sealed: Sealed, context: Record<string, string>) =>
    open(sealing, sealed, context)
  return {
    ...{ table, changes, now },
    later: (hours: number) => {
      nowMs += hours * hourMs
    },
    set: (address: `0x${string}`) =>
      runAsOperator(runSetPayoutWallet, services, { chainId, address }),
    cancel: (pendingAt?: string) =>
      runAsOperator(runCancelPayoutWallet, services, { chainId, pendingAt }),
    list: async () => (await runAsOperator(runListPayoutWallets, services, {})).payoutWallets,
    /** A run in which nothing is swept. */
    idle: () => checkPayoutWallet({ table, openPayoutWallet, now }, 'test', chainId),
    sweepsTo: async (mode: 'live' | 'test' = 'test', chain: number = chainId) =>
      (await loadPayoutWallet({ table, openPayoutWallet, now }, mode, chain))?.address,
  }
}

export type PayoutWalletFixture = Awaited<ReturnType<typeof payoutWalletFixture>>
