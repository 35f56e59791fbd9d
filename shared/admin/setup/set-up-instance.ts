import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { email } from '../../kernel/wire/email.ts'
import { payoutWalletsSeen } from '../../money/payout-wallets/payout-wallets-seen.ts'
import {
  givenPayoutWallets,
  payoutAtSetup,
} from '../../money/payout-wallets/wire/given-payout-wallets.ts'
import type { FirstIndexServices } from '../../payments/wallet/first-derivation-index.ts'
import type { MoneyOfWordsServices } from '../../payments/wallet/money-of-words.ts'
import { newWallet } from '../../payments/wallet/new-wallet.ts'
import { refusedWords } from '../../payments/wallet/refused-words.ts'
import { givenMnemonic } from '../../payments/wallet/wire/given-mnemonic.ts'
import { unreadChain } from '../../payments/wallet/wire/unread-chain.ts'
import { wordsHoldMoney } from '../../payments/wallet/wire/words-hold-money.ts'
import { baseUrl } from '../../records/settings/wire/base-url.ts'
import { newPassword } from '../operators/wire/password.ts'
import { firstWallet, isSetUpWith } from './first-wallet.ts'
import {
  changeableWrites,
  ownerWrites,
  preparePayouts,
  type SetUpServices,
} from './set-up-writes.ts'
import { setupServices } from './setup-services.ts'

const setUp = z.union([
  wordsHoldMoney,
  z.object({ alreadySetUp: z.literal(true) }),
  z.object({
    alreadySetUp: z.literal(false),
    /** The first index of new sessions. */
    firstIndex: z.object({ live: z.int(), test: z.int() }),
    /** Chains that could not be searched for money at later addresses. */
    unread: z.array(unreadChain.extend({ mode: z.enum(modes) })),
    payoutWallets: z.array(payoutAtSetup),
  }),
])

export type SetUp = z.infer<typeof setUp>

export const setUpInstance = operatorOperation({
  name: 'set-up-instance',
  role: 'owner',
  command: 'setup',
  dashboard: false,
  input: z.strictObject({
    ...givenMnemonic,
    baseUrl,
    owner: z.strictObject({ email, password: newPassword }),
    payoutWallets: givenPayoutWallets.default([]),
  }),
  output: setUp,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['hd-mnemonic', 'account-public-keys', 'payout-wallets'],
    administers: [
      'instance',
      'derivation-indices',
      'setup-token',
      'settings',
      'operators',
      'credentials',
      'audit-log',
    ],
  },
  // Deriving addresses is CPU-bound, and Lambda provides a full vCPU from this much memory on.
  limits: { memoryMb: 1769, timeoutSeconds: 300 },
  docs: { summary: 'Set up the instance. If it is already set up, change its base URL' },
  needs: (config, given) => ({
    ...setupServices(config, given),
    seenPayoutWallets: payoutWalletsSeen(config),
  }),
  /**
   * Stores wallet, owner, payout wallets and base URL. Repeated with the same mnemonic, it changes only the base URL.
   * Throws `parameter_invalid` for an invalid mnemonic, and `state_changed` if it isn't the first setup's.
   */
  async run(services: SetUpServices & FirstIndexServices & MoneyOfWordsServices, request) {
    const { input } = request
    const wallet = newWallet(input.mnemonic)
    const changeable = [
      ...changeableWrites(services.table, input),
      ...(await ownerWrites(services, input.owner)),
    ]
    if (await isSetUpWith(services, wallet)) {
      return { writes: changeable, result: { alreadySetUp: true } as const }
    }
    const refused = await refusedWords(services, wallet, input)
    if (refused) return { writes: [], result: refused }
    const payouts = await preparePayouts(services, { ...input, wallet })
    const { writes, firstIndex, unread } = await firstWallet(services, request, wallet)
    return {
      writes: [...writes, ...payouts.map(({ write }) => write), ...changeable],
      result: {
        alreadySetUp: false,
        firstIndex,
        unread,
        payoutWallets: payouts.map(({ wallet: { mode, chainId, current }, isContract }) => ({
          mode,
          chainId,
          address: current.address,
          isContract,
        })),
      },
    }
  },
})
