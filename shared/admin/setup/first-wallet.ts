import type { RandomBytes } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { OperatorRequest } from '../../kernel/operation/operator-request.ts'
import type { Write } from '../../kernel/store/transact.ts'
import {
  type FirstIndex,
  type FirstIndexServices,
  firstDerivationIndex,
} from '../../payments/wallet/first-derivation-index.ts'
import { type NewWallet, type SealWallet, walletWrites } from '../../payments/wallet/new-wallet.ts'
import { firstWalletId } from '../../payments/wallet/rules/wallet-id.ts'
import { derivationStart } from '../../payments/wallet/store/derivation-counter.ts'
import { instanceCreation, loadInstance } from '../../records/settings/store/instance.ts'
import { requireMovedWallet } from '../moving/require-moved-wallet.ts'
import { peopleAudit } from '../operators/account/own-account.ts'
import { setupTokenRemoval } from '../operators/store/setup-token.ts'
import { refuseSetup } from './rules/setup-refusals.ts'

export type FirstWalletServices = FirstIndexServices & {
  now: () => Date
  randomBytes: RandomBytes
  seal: SealWallet
}

type Given = {
  mnemonicIsNew: boolean
  highestIndex: Partial<Record<Mode, number>>
  searchSeconds: number
}

type FirstWallet = {
  writes: Write[]
  firstIndex: Record<Mode, number>
  unread: FirstIndex['unread']
}

/**
 * Returns the writes that set an instance up: its first wallet, where new sessions begin, and the end of the setup
 * token. Their conditions fail for any later setup.
 */
export async function firstWallet(
  services: FirstWalletServices,
  { input, findActor }: OperatorRequest<Given>,
  wallet: NewWallet,
): Promise<FirstWallet> {
  const { table, now, seal } = services
  const deadline = new Date(now().getTime() + input.searchSeconds * 1000)
  const [live, test] = await Promise.all([
    firstDerivationIndex(services, { ...input, ...wallet, deadline }, 'live'),
    firstDerivationIndex(services, { ...input, ...wallet, deadline }, 'test'),
  ])
  const firstIndex = { live: live.index, test: test.index }
  const { firstAddresses, watchOnly } = wallet
  const change = {
    action: 'wallet.set-up',
    target: firstWalletId,
    outcome: 'stored',
    details: { ...firstAddresses },
  } as const
  // Even a mnemonic that is declared new is searched from its first address on.
  const from = { walletId: firstWalletId, firstIndex, searchFrom: { live: 0, test: 0 } }
  const start = { ...from, sealedAt: now() }
  return {
    writes: [
      instanceCreation({ firstAddresses, setUpAt: now(), watchOnly }),
      ...(await walletWrites(seal, wallet, start)),
      setupTokenRemoval(),
      ...[live, test].map(({ mode, index }) => derivationStart(table, mode, index)),
      await peopleAudit(services, { findActor }, change),
    ],
    firstIndex,
    unread: [...live.unread, ...test.unread],
  }
}

/** Throws `state_changed` if it is set up with another wallet. */
export async function isSetUpWith(
  { table }: Pick<FirstWalletServices, 'table'>,
  { firstAddresses: { live, test } }: NewWallet,
): Promise<boolean> {
  const instance = await loadInstance(table)
  if (!instance) {
    await requireMovedWallet(table, [], { live, test })
    return false
  }
  if (instance.firstAddresses.live === live && instance.firstAddresses.test === test) return true
  throw refuseSetup('set_up_with_other_words')
}
