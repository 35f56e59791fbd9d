import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { readAccount, type WatchedAccount } from '../../payments/wallet/keys/read-account.ts'
import type { NewWallet } from '../../payments/wallet/new-wallet.ts'
import { givenAccount } from '../../payments/wallet/wire/given-account.ts'
import { pageSearchSeconds } from '../../payments/wallet/wire/given-mnemonic.ts'
import { loadMovedData } from '../moving/store/moved-data.ts'
import { type AccountTracesServices, accountTraces } from './account-traces.ts'
import { type FirstWalletServices, firstWallet, isSetUpWith } from './first-wallet.ts'
import { refuseSetup } from './rules/setup-refusals.ts'
import { setupServices } from './setup-services.ts'
import { refusedAccounts } from './wire/refused-accounts.ts'

const watched = z.union([
  refusedAccounts,
  z.object({ alreadySetUp: z.literal(true) }),
  z.object({
    alreadySetUp: z.literal(false),
    /** Where its owner keeps coin for the fees of tokens. */
    gasWallets: z.object({ live: z.string(), test: z.string() }),
  }),
])

export const setUpWatchOnly = operatorOperation({
  name: 'set-up-watch-only',
  role: 'owner',
  proof: 'once in the wizard',
  command: 'wallet watch',
  group: 'setup',
  input: z.strictObject({ live: givenAccount, test: givenAccount }),
  output: watched,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['account-public-keys'],
    administers: ['instance', 'derivation-indices', 'setup-token', 'audit-log'],
  },
  // Deriving addresses is CPU-bound, and Lambda provides a full vCPU from this much memory on.
  limits: { memoryMb: 1769, timeoutSeconds: 29 },
  docs: {
    summary: 'Store extended public keys instead of words: the owner sweeps with recover',
  },
  needs: setupServices,
  /**
   * The first wallet of a watch-only instance. Repeated with the same accounts, it changes nothing. Throws
   * `parameter_invalid` for a key, path or address that don't fit, and `state_changed` if the instance has another wallet.
   * Accounts with a trace on an enabled network are refused, and so are those of which that can't be read.
   */
  async run(services: FirstWalletServices & AccountTracesServices, request) {
    const { input } = request
    const wallet = watchOnlyWallet({
      live: readAccount(input.live, 'live'),
      test: readAccount(input.test, 'test'),
    })
    if (await isSetUpWith(services, wallet)) return { result: { alreadySetUp: true } as const }
    // Data that was moved here has the payments of its addresses, and their wallet was just required.
    const isMoved = Boolean((await loadMovedData(services.table))?.leftOut.wallets[0])
    const traces = isMoved ? undefined : await accountTraces(services, wallet.accountKeys)
    if (
      traces &&
      traces.used.length + traces.unread.length + Number(traces.withoutLiveNetworks) > 0
    ) {
      return { result: { refused: 'accounts_not_unused', ...traces } as const }
    }
    const given = { mnemonicIsNew: !isMoved, highestIndex: {}, searchSeconds: pageSearchSeconds }
    const { writes } = await firstWallet(services, { ...request, input: given }, wallet)
    return { writes, result: { alreadySetUp: false, gasWallets: wallet.gasWallets } as const }
  },
})

/** Throws `parameter_invalid` if both modes have the same key: their payments would share addresses. */
function watchOnlyWallet({ live, test }: Record<Mode, WatchedAccount>): NewWallet {
  if (live.firstAddress === test.firstAddress) {
    throw refuseSetup('same_key_in_both_modes')
  }
  return {
    mnemonic: null,
    accountKeys: { live: live.publicKey, test: test.publicKey },
    firstAddresses: { live: live.firstAddress, test: test.firstAddress },
    gasWallets: { live: live.gasWallet, test: test.gasWallet },
    watchOnly: { live: live.path, test: test.path },
  }
}
