import * as z from 'zod'
import { ServiceError } from '../kernel/errors.ts'
import { modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import { email } from '../kernel/wire/email.ts'
import { givenPayoutWallets, payoutAtSetup } from '../payout-wallets/wire/given-payout-wallets.ts'
import { loadInstance } from '../settings/store/instance.ts'
import { baseUrl } from '../settings/wire/base-url.ts'
import { type FirstIndexServices, firstDerivationIndex } from '../wallet/first-derivation-index.ts'
import { type AccountKeys, accountKeys } from '../wallet/keys/account-keys.ts'
import { parseMnemonic } from '../wallet/keys/parse-mnemonic.ts'
import { gasAddresses } from '../wallet/keys/wallet-accounts.ts'
import { derivationStart } from '../wallet/store/derivation-counter.ts'
import { derivationIndex } from '../wallet/wire/derivation-index.ts'
import { unreadChain } from '../wallet/wire/unread-chain.ts'
import type { OperatorInputOf } from './operator-request.ts'
import {
  changeableWrites,
  firstAddresses,
  preparePayouts,
  type SetUpServices,
  writesMadeOnce,
} from './set-up-writes.ts'

/** The last step of a search may take a minute, and the function's time ends at 300 seconds. */
const maxSearchSeconds = 200

const setUp = z.discriminatedUnion('alreadySetUp', [
  z.object({ alreadySetUp: z.literal(true) }),
  z.object({
    alreadySetUp: z.literal(false),
    /** The first index of new sessions. */
    firstIndex: z.object({ live: z.int(), test: z.int() }),
    /** What could not be searched for money at later addresses. */
    unread: z.array(unreadChain.extend({ mode: z.enum(modes) })),
    payoutWallets: z.array(payoutAtSetup),
  }),
])

export type SetUp = z.infer<typeof setUp>

export const setUpInstance = operatorOperation({
  name: 'set-up-instance',
  command: 'setup',
  input: z.strictObject({
    mnemonic: z.string(),
    /** Whether it was never used to derive addresses. */
    mnemonicIsNew: z.boolean().default(false),
    /** The highest index in use, by mode, if known from elsewhere, such as a notifier's list. */
    highestIndex: z
      .strictObject({
        live: derivationIndex.exactOptional(),
        test: derivationIndex.exactOptional(),
      })
      .default({}),
    /** How long to search the chains for money at used addresses, in total. */
    searchSeconds: z.int().min(0).max(maxSearchSeconds).default(maxSearchSeconds),
    baseUrl,
    owner: z.strictObject({ email, password: z.string().min(12).max(256) }),
    payoutWallets: givenPayoutWallets.default([]),
  }),
  output: setUp,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['hd-mnemonic', 'account-public-keys', 'payout-wallets'],
    administers: ['instance', 'setup-token', 'settings'],
  },
  // Deriving addresses is CPU-bound, and Lambda provides a full vCPU from this much memory on.
  needs: { memoryMb: 1769, timeoutSeconds: 300 },
  docs: { summary: 'Set up the instance. If it is already set up, change its base URL' },
})

export type SetUpInput = OperatorInputOf<typeof setUpInstance>['input']

/**
 * Stores wallet, owner, payout wallets and base URL. Repeated with the same mnemonic, it changes only the base URL.
 * Throws `parameter_invalid` for an invalid mnemonic, and `state_changed` for another one than the first.
 */
export async function runSetUpInstance(
  services: SetUpServices & FirstIndexServices,
  { input }: { input: SetUpInput },
): Promise<Decision<SetUp>> {
  const mnemonic = parseMnemonic(input.mnemonic)
  const keys = { accountKeys: accountKeys(mnemonic), gasWallets: gasAddresses(mnemonic) }
  const given = { ...input, ...keys, mnemonic }
  const changeable = changeableWrites(input)
  if (await isSetUpWith(services, given.accountKeys)) {
    return { writes: changeable, result: { alreadySetUp: true } }
  }
  const payouts = await preparePayouts(services, given)
  const deadline = new Date(services.now().getTime() + input.searchSeconds * 1000)
  const [live, test] = await Promise.all([
    firstDerivationIndex(services, { ...given, deadline }, 'live'),
    firstDerivationIndex(services, { ...given, deadline }, 'test'),
  ])
  const once = await writesMadeOnce(services, given)
  const starts = [live, test].map(({ mode, index }) => derivationStart(services.table, mode, index))
  return {
    writes: [...once, ...payouts.map(({ write }) => write), ...starts, ...changeable],
    result: {
      alreadySetUp: false,
      firstIndex: { live: live.index, test: test.index },
      unread: [...live.unread, ...test.unread],
      payoutWallets: payouts.map(({ wallet: { mode, chainId, current }, isContract }) => ({
        ...{ mode, chainId, address: current.address, isContract },
      })),
    },
  }
}

/** Throws `state_changed` if it is set up with another wallet. */
async function isSetUpWith(
  { table }: Pick<SetUpServices, 'table'>,
  keysOfModes: AccountKeys,
): Promise<boolean> {
  const instance = await loadInstance(table)
  if (!instance) return false
  const { live, test } = firstAddresses(keysOfModes)
  if (instance.firstAddresses.live === live && instance.firstAddresses.test === test) return true
  throw new ServiceError(
    'state_changed',
    'This instance was set up with another mnemonic, which can’t be replaced because its deposit addresses are in use.',
  )
}
