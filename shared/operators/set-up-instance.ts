import { ServiceError } from '../kernel/errors.ts'
import type { RandomBytes } from '../kernel/ids.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import { transact, type Write } from '../kernel/store/transact.ts'
import {
  type Notifier,
  type NotifierKey,
  notifierKeyContext,
} from '../networks/rules/notifier-key.ts'
import { notifierKeyReplacement } from '../networks/store/notifier-keys.ts'
import {
  instanceCreation,
  loadInstance,
  ownerCreation,
  type PayoutWallet,
  payoutWalletCreation,
} from '../settings/store/instance.ts'
import { settingsUpdate } from '../settings/store/settings.ts'
import {
  type FirstIndexDeps,
  firstDerivationIndex,
  type UnreadOfMode,
} from '../wallet/first-derivation-index.ts'
import { type AccountKeys, accountKeys, parseMnemonic } from '../wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../wallet/keys/derive-deposit-address.ts'
import { derivationStart } from '../wallet/store/derivation-counter.ts'
import {
  accountKeyContext,
  accountKeyCreation,
  mnemonicContext,
  mnemonicCreation,
} from '../wallet/store/wallet.ts'
import { hashPassword } from './hash-password.ts'
import { setupTokenRemoval } from './store/setup-token.ts'

type SealingPurpose = 'hd-mnemonic' | 'account-public-keys' | 'app-secrets'

export type SetUpInstanceDeps = FirstIndexDeps & {
  now: () => Date
  randomBytes: RandomBytes
  seal: (
    purpose: SealingPurpose,
    plaintext: string,
    context: Record<string, string>,
  ) => Promise<Sealed>
}

export type SetUpInstance = {
  /** Where callers and customers reach the service; without a slash at the end. */
  baseUrl: string
  mnemonic: string
  /** Whether no address was ever derived from it. */
  mnemonicIsNew: boolean
  /** The highest index in use, by mode, if others than table and chains know one, such as a notifier's list. */
  highestIndex: Partial<Record<Mode, number>>
  owner: { email: string; password: string }
  notifierKeys: readonly { notifier: Notifier; chainId: number; signingKey: string }[]
  payoutWallets: readonly PayoutWallet[]
}

export type SetUp =
  | { alreadySetUp: true }
  | {
      alreadySetUp: false
      /** The first index of new sessions. */
      firstIndex: Record<Mode, number>
      /** What could not be searched for money that lies at later addresses. */
      unread: UnreadOfMode[]
    }

/**
 * Sets the instance up: wallet, owner, payout wallets, address, notifier keys. Repeated with the same mnemonic it tells
 * a changed address and changed notifier keys, and leaves the rest. Throws `parameter_invalid` for a mnemonic that is
 * none, `state_changed` for another one than at the first time.
 */
export async function setUpInstance(deps: SetUpInstanceDeps, input: SetUpInstance): Promise<SetUp> {
  const mnemonic = parseMnemonic(input.mnemonic)
  const keysOfModes = accountKeys(mnemonic)
  const changeable = await changeableWrites(deps, input)
  if (!(await loadInstance(deps.table))) {
    const given = { ...input, mnemonic, accountKeys: keysOfModes }
    const [live, test] = await Promise.all([
      firstDerivationIndex(deps, given, 'live'),
      firstDerivationIndex(deps, given, 'test'),
    ])
    const once = await writesMadeOnce(deps, given)
    const starts = [live, test].map(({ mode, index }) => derivationStart(deps.table, mode, index))
    const { committed } = await transact(deps.table, [...once, ...starts, ...changeable])
    if (committed) {
      const firstIndex = { live: live.index, test: test.index }
      return { alreadySetUp: false, firstIndex, unread: [...live.unread, ...test.unread] }
    }
  }
  await refuseOtherWallet(deps, keysOfModes)
  await transact(deps.table, changeable)
  return { alreadySetUp: true }
}

async function refuseOtherWallet(
  { table }: SetUpInstanceDeps,
  keysOfModes: AccountKeys,
): Promise<void> {
  const { live, test } = firstAddresses(keysOfModes)
  const instance = await loadInstance(table)
  if (instance?.firstAddresses.live === live && instance.firstAddresses.test === test) return
  throw new ServiceError(
    'state_changed',
    'This instance is set up with another mnemonic, which cannot be replaced: its deposit addresses are in use.',
  )
}

/** What a repeated set-up may change. */
async function changeableWrites(
  { seal }: SetUpInstanceDeps,
  { baseUrl, notifierKeys }: SetUpInstance,
): Promise<Write[]> {
  const sealed = notifierKeys.map(async ({ signingKey, ...key }): Promise<NotifierKey> => {
    const context = notifierKeyContext(key)
    return { ...key, signingKey: await seal('app-secrets', signingKey, context) }
  })
  return [
    ...modes.map((mode) => settingsUpdate(mode, { baseUrl })),
    ...(await Promise.all(sealed)).map(notifierKeyReplacement),
  ]
}

async function writesMadeOnce(
  deps: SetUpInstanceDeps,
  input: SetUpInstance & { accountKeys: AccountKeys },
): Promise<Write[]> {
  const { email, password } = input.owner
  const sealAccountKey = async (mode: Mode) =>
    accountKeyCreation(
      mode,
      await deps.seal('account-public-keys', input.accountKeys[mode], accountKeyContext(mode)),
    )
  const setUpAt = deps.now()
  return [
    instanceCreation({ firstAddresses: firstAddresses(input.accountKeys), setUpAt }),
    ownerCreation({
      email,
      password: await hashPassword(password, deps.randomBytes),
      createdAt: setUpAt,
    }),
    mnemonicCreation(await deps.seal('hd-mnemonic', input.mnemonic, mnemonicContext)),
    ...(await Promise.all(modes.map(sealAccountKey))),
    ...input.payoutWallets.map(payoutWalletCreation),
    setupTokenRemoval(),
  ]
}

function firstAddresses({ live, test }: AccountKeys): { live: string; test: string } {
  return { live: deriveDepositAddress(live, 0), test: deriveDepositAddress(test, 0) }
}
