import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import type { Chain } from '../../shared/chain/chain.ts'
import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { KmsPurpose } from '../../shared/kernel/operation/touches.ts'
import type { Sealed } from '../../shared/kernel/sealed.ts'
import { open } from '../../shared/kernel/sealing/seal.ts'
import { openTable, type Table } from '../../shared/kernel/store/table.ts'
import {
  checkPayoutWallet,
  loadPayoutWallet,
  PayoutWalletTampered,
} from '../../shared/money/payout-wallets/load-payout-wallet.ts'
import { payoutWalletsSeen } from '../../shared/money/payout-wallets/payout-wallets-seen.ts'
import { loadRules } from '../../shared/money/sweeps/planning/load-rules.ts'
import { savedPriceMicros } from '../../shared/money/sweeps/planning/saved-price-micros.ts'
import { ownerAlerted } from '../../shared/money/sweeps/sweep-log.ts'
import type { SweepServices, SweepWallet } from '../../shared/money/sweeps/sweep-services.ts'
import { findAddresses } from '../../shared/payments/ledger/store/addresses.ts'
import { type Networks, networks } from '../../shared/payments/networks/enabled-chains.ts'
import { GasWalletTampered, noteGasWallet } from '../../shared/payments/wallet/note-gas-wallet.ts'
import {
  type OpenedWallet,
  type OpenWalletServices,
  openWallet,
} from '../../shared/payments/wallet/open-wallet.ts'
import { firstWalletId } from '../../shared/payments/wallet/rules/wallet-id.ts'
import { listGasWallets } from '../../shared/payments/wallet/store/wallet-addresses.ts'
import { settingsOf } from '../../shared/records/settings/settings-of.ts'
import { loadInstance } from '../../shared/records/settings/store/instance.ts'

/** The account may read 40 parameters a second, which many signatures in test mode must not use up for live mode. */
const seenFreshMs = 2_000

/** The dependencies of the only function that can decrypt the mnemonic. */
export function sweepServices(config: Config): SweepServices {
  const table = openTable(config('TABLE_NAME'))
  const now = () => new Date()
  const kms = new KMSClient()
  const opener = (purpose: KmsPurpose) => (sealed: Sealed, context: Record<string, string>) =>
    open({ kms, keyId: config('KMS_KEY_ID'), purpose }, sealed, context)
  const { enabledChains } = networks(table)
  const wallets = { table, openMnemonic: opener('hd-mnemonic') }
  const payouts = {
    table,
    now,
    openPayoutWallet: opener('payout-wallets'),
    seenPayoutWallets: payoutWalletsSeen(config, seenFreshMs),
  }
  const isWatchOnly = watchOnlyOnceSetUp(table)
  return {
    table,
    now,
    randomBytes,
    alert: ownerAlerted,
    settings: settingsOf(config, table),
    ask: askWithin({ silenceMs: 10_000, totalMs: 40_000 }),
    isWatchOnly,
    payoutWallet: async (mode, chainId) =>
      (await isWatchOnly()) ? undefined : alerted(loadPayoutWallet(payouts, mode, chainId)),
    checkPayoutWallet: async (mode, chainId) =>
      (await isWatchOnly()) ? undefined : alerted(checkPayoutWallet(payouts, mode, chainId)),
    gasWallet: (mode) => gasWallet(wallets, mode),
    openWallet: (mode) => walletsOf(wallets, mode),
    takesTokens: (chain) => takesTokens(enabledChains, chain),
    rulesOf: (chain) => loadRules(table, chain),
    priceMicros: (symbol) => savedPriceMicros({ table, now }, symbol),
  }
}

/** Read until the instance is set up: it never changes afterwards. */
function watchOnlyOnceSetUp(table: Table): () => Promise<boolean> {
  let known: boolean | undefined
  return async () => {
    if (known !== undefined) return known
    const instance = await loadInstance(table)
    if (instance) known = instance.watchOnly !== null
    return known ?? false
  }
}

/** Nothing may be sent until its owner knows. */
async function alerted<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof PayoutWalletTampered) {
      const { mode, chainId, message } = error
      ownerAlerted({ mode, chainId, message: `Nothing is swept: ${message}. Set it again.` })
    }
    throw error
  }
}

async function takesTokens(
  enabledChains: Networks['enabledChains'],
  { mode, chainId }: Chain,
): Promise<boolean> {
  const chain = (await enabledChains(mode)).find((one) => one.chainId === chainId)
  return chain?.tokens.some(({ checkout }) => checkout) ?? false
}

/**
 * The newest wallet's: a wallet is added when an earlier one may be known to others, who could take any coin from it. If
 * none is stored, as for an instance that was set up before they were, the first one's, once its mnemonic was opened.
 */
async function gasWallet(services: OpenWalletServices, mode: Mode) {
  const newest = (await listGasWallets(services.table, mode)).at(-1)
  if (newest) return newest.address
  const accounts = await openWallet(services, mode, firstWalletId)
  const { address } = accounts.gasAccount()
  accounts.wipe()
  await noteGasWallet(services.table, { mode, walletId: firstWalletId, address })
  return address
}

/** Each wallet is decrypted when one of its addresses has to sign. */
async function walletsOf(services: OpenWalletServices, mode: Mode): Promise<SweepWallet> {
  const { table } = services
  const opened = new Map<string, Promise<OpenedWallet>>()
  const accountsOf = (walletId: string) => {
    const accounts = opened.get(walletId) ?? openWallet(services, mode, walletId)
    opened.set(walletId, accounts)
    return accounts
  }
  const walletOf = async (address: string) => {
    const [deposit] = await findAddresses(table, [address])
    return accountsOf(deposit?.walletId ?? firstWalletId)
  }
  return {
    sealedAt: async ({ address }) => (await walletOf(address)).sealedAt,
    gasAccount: async (sender) => {
      const wallet = (await listGasWallets(table, mode)).find(({ address }) => address === sender)
      invariant(wallet, `${sender} is a gas wallet`)
      const account = (await accountsOf(wallet.walletId)).gasAccount()
      if (account.address !== sender) throw new GasWalletTampered(wallet)
      return account
    },
    depositAccount: async ({ address, derivationIndex }) => {
      const account = (await walletOf(address)).depositAccount(derivationIndex)
      invariant(account.address === address, `${address} is of its wallet and index`)
      return account
    },
    wipe: async () => {
      for (const accounts of opened.values()) (await accounts).wipe()
    },
  }
}
