import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { MoneyOfWordsServices } from '../../payments/wallet/money-of-words.ts'
import { newWallet } from '../../payments/wallet/new-wallet.ts'
import { refusedWords } from '../../payments/wallet/refused-words.ts'
import { givenMnemonic, pageSearchSeconds } from '../../payments/wallet/wire/given-mnemonic.ts'
import { unreadChain } from '../../payments/wallet/wire/unread-chain.ts'
import { wordsHoldMoney } from '../../payments/wallet/wire/words-hold-money.ts'
import { type FirstWalletServices, firstWallet, isSetUpWith } from './first-wallet.ts'
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
  }),
])

export const setUpWallet = operatorOperation({
  name: 'set-up-wallet',
  role: 'owner',
  proof: 'once in the wizard',
  command: 'wallet create',
  group: 'setup',
  input: z.strictObject({
    ...givenMnemonic,
    searchSeconds: z.int().min(0).max(pageSearchSeconds).default(pageSearchSeconds),
  }),
  output: setUp,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['hd-mnemonic', 'account-public-keys'],
    administers: ['instance', 'derivation-indices', 'setup-token', 'audit-log'],
  },
  // Deriving addresses is CPU-bound, and Lambda provides a full vCPU from this much memory on.
  limits: { memoryMb: 1769, timeoutSeconds: 29 },
  docs: { summary: 'Make the words of the first wallet, and store them' },
  needs: setupServices,
  /**
   * Stores the wallet of the first-run wizard. Repeated with the same mnemonic, it changes nothing. Throws
   * `parameter_invalid` for an invalid mnemonic, and `state_changed` if it isn't the first setup's. A mnemonic that may
   * hold money has to be confirmed.
   */
  async run(services: FirstWalletServices & MoneyOfWordsServices, request) {
    const wallet = newWallet(request.input.mnemonic)
    if (await isSetUpWith(services, wallet)) return { result: { alreadySetUp: true } as const }
    const refused = await refusedWords(services, wallet, request.input)
    if (refused) return { result: refused }
    const { writes, firstIndex, unread } = await firstWallet(services, request, wallet)
    return { writes, result: { alreadySetUp: false, firstIndex, unread } as const }
  },
})
