import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { listPayoutWallets } from '../../money/payout-wallets/store/payout-wallets.ts'
import {
  type FirstIndex,
  type FirstIndexServices,
  firstDerivationIndex,
} from '../../payments/wallet/first-derivation-index.ts'
import type { MoneyOfWordsServices } from '../../payments/wallet/money-of-words.ts'
import {
  type NewWallet,
  newWallet,
  publicAddresses,
  type SealWallet,
  walletWrites,
} from '../../payments/wallet/new-wallet.ts'
import { refusedWords } from '../../payments/wallet/refused-words.ts'
import { requireOwnCounter } from '../../payments/wallet/require-own-counter.ts'
import { requireWords } from '../../payments/wallet/require-words.ts'
import { walletIdAt, walletNumber } from '../../payments/wallet/rules/wallet-id.ts'
import {
  derivationStart,
  knownDerivationIndices,
} from '../../payments/wallet/store/derivation-counter.ts'
import {
  listWalletRecords,
  type WalletRecord,
  walletRecordCreation,
} from '../../payments/wallet/store/wallet-records.ts'
import { walletNotConfigured } from '../../payments/wallet/wallet-not-configured.ts'
import { givenMnemonic, pageSearchSeconds } from '../../payments/wallet/wire/given-mnemonic.ts'
import { unreadChain } from '../../payments/wallet/wire/unread-chain.ts'
import { wordsHoldMoney } from '../../payments/wallet/wire/words-hold-money.ts'
import { requireMovedWallet } from '../moving/require-moved-wallet.ts'
import { setupServices } from './setup-services.ts'

const stored = z.object({
  walletId: z.string(),
  /** The first index of its sessions. */
  firstIndex: z.object({ live: z.int(), test: z.int() }),
  /** Chains that could not be searched for money at later addresses. */
  unread: z.array(unreadChain.extend({ mode: z.enum(modes) })),
})

const addedWallet = z.union([wordsHoldMoney, stored])

export type AddedWallet = z.infer<typeof stored>

const givenWallet = z.strictObject(givenMnemonic)

export const addWallet = operatorOperation({
  name: 'add-wallet',
  role: 'owner',
  proof: 'always',
  command: 'wallet add',
  // Only this group's Lambda can seal a mnemonic, and any use of it raises an alarm.
  input: givenWallet,
  output: addedWallet,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['hd-mnemonic', 'account-public-keys'],
    administers: ['derivation-indices', 'audit-log'],
  },
  limits: { memoryMb: 1769, timeoutSeconds: 300 },
  docs: {
    summary: 'Add a wallet, which new sessions use. The old ones stay watched and sweepable',
  },
  needs: setupServices,
  /**
   * Adds a wallet and changes no existing one. Throws `wallet_not_configured` before setup, `parameter_invalid` for an
   * invalid mnemonic and `state_changed` for one that the instance has, or if those of moved data come first.
   */
  async run(services: Services, { input, findActor, visit }) {
    const wallet = newWallet(input.mnemonic)
    const records = await listWalletRecords(services.table)
    const newest = records.at(-1)
    if (!newest) throw walletNotConfigured()
    await requireWords(services.table)
    requireNew(records, wallet)
    await requireMovedWallet(services.table, records, wallet.firstAddresses)
    await requireNoPayoutWallet(services, wallet)
    const refused = await refusedWords(services, wallet, input)
    if (refused) return { result: refused }
    const mostSeconds = visit ? pageSearchSeconds : input.searchSeconds
    const searchSeconds = Math.min(input.searchSeconds, mostSeconds)
    const [live, test] = await firstIndices(services, wallet, { ...input, searchSeconds })
    const walletId = walletIdAt(walletNumber(newest.walletId) + 1)
    const firstIndex = { live: live.index, test: test.index }
    const { firstAddresses } = wallet
    const searchFrom = { live: live.searchFrom, test: test.searchFrom }
    const sealedAt = services.now()
    const start = { walletId, firstIndex, searchFrom, sealedAt }
    const entry = auditWrite(services, {
      mode: 'live',
      actor: await findActor(),
      action: 'wallet.add',
      target: walletId,
      note: '',
      outcome: `${newest.walletId} → ${walletId}`,
      details: { ...firstAddresses },
    })
    return {
      writes: [
        ...(await walletWrites(services.seal, wallet, start)),
        walletRecordCreation({ walletId, firstAddresses, addedAt: sealedAt }),
        ...[live, test].flatMap(({ start }) => start ?? []),
        entry,
      ],
      result: { walletId, firstIndex, unread: [...live.unread, ...test.unread] },
    }
  },
})

type Services = FirstIndexServices &
  MoneyOfWordsServices & {
    now: () => Date
    randomBytes: RandomBytes
    seal: SealWallet
  }

function requireNew(records: readonly WalletRecord[], { firstAddresses }: NewWallet): void {
  const same = records.find((record) => record.firstAddresses.live === firstAddresses.live)
  if (!same) return
  const message = `This mnemonic is that of ${same.walletId}, which the instance has already.`
  throw new ServiceError('state_changed', message)
}

/** Swept money must not be sent to an address that is itself swept. */
async function requireNoPayoutWallet(
  { table }: Pick<Services, 'table'>,
  wallet: NewWallet,
): Promise<void> {
  const payouts = (await Promise.all(modes.map((mode) => listPayoutWallets(table, mode)))).flat()
  const paid = payouts.flatMap(({ current, next }) => [current.address, next?.address])
  const own: readonly (string | undefined)[] = publicAddresses(wallet)
  if (!paid.some((address) => own.includes(address))) return
  const message =
    'mnemonic is that of a payout wallet: give a mnemonic that is used for nothing else.'
  throw new ServiceError('parameter_invalid', message, { param: 'mnemonic' })
}

type Start = FirstIndex & {
  /** The first index at which money without a session can be. */
  searchFrom: number
  /** Moves the counter to the first index. */
  start?: Write
}

/** Where the wallet's sessions begin: at the next index, or after those that may have been used with the mnemonic. */
function firstIndices(
  services: Services,
  { accountKeys }: NewWallet,
  { searchSeconds, ...given }: z.infer<typeof givenWallet>,
): Promise<[Start, Start]> {
  const { table, now } = services
  const deadline = new Date(now().getTime() + searchSeconds * 1000)
  const first = async (mode: Mode): Promise<Start> => {
    if (given.mnemonicIsNew && given.highestIndex[mode] === undefined) {
      const index = await knownDerivationIndices(table, mode)
      return { mode, index, unread: [], searchFrom: index }
    }
    await requireOwnCounter(table, mode)
    const found = await firstDerivationIndex(services, { ...given, accountKeys, deadline }, mode)
    return { ...found, searchFrom: 0, start: derivationStart(table, mode, found.index) }
  }
  return Promise.all([first('live'), first('test')])
}
