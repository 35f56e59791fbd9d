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
import { type NewWallet, newWallet } from '../wallet/new-wallet.ts'
import { derivationStart } from '../wallet/store/derivation-counter.ts'
import { givenMnemonic } from '../wallet/wire/given-mnemonic.ts'
import { unreadChain } from '../wallet/wire/unread-chain.ts'
import type { OperatorInputOf } from './operator-request.ts'
import {
  changeableWrites,
  ownerWrites,
  preparePayouts,
  type SetUpServices,
  writesMadeOnce,
} from './set-up-writes.ts'
import { newPassword } from './wire/password.ts'

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
  role: 'owner',
  stepUp: true,
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
    administers: ['instance', 'setup-token', 'settings', 'operators', 'credentials'],
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
  const wallet = newWallet(input.mnemonic)
  const changeable = [...changeableWrites(input), ...(await ownerWrites(services, input.owner))]
  if (await isSetUpWith(services, wallet)) {
    return { writes: changeable, result: { alreadySetUp: true } }
  }
  const payouts = await preparePayouts(services, { ...input, wallet })
  const deadline = new Date(services.now().getTime() + input.searchSeconds * 1000)
  const [live, test] = await Promise.all([
    firstDerivationIndex(services, { ...input, ...wallet, deadline }, 'live'),
    firstDerivationIndex(services, { ...input, ...wallet, deadline }, 'test'),
  ])
  const firstIndex = { live: live.index, test: test.index }
  const once = await writesMadeOnce(services, { ...input, wallet, firstIndex })
  const starts = [live, test].map(({ mode, index }) => derivationStart(services.table, mode, index))
  return {
    writes: [...once, ...payouts.map(({ write }) => write), ...starts, ...changeable],
    result: {
      alreadySetUp: false,
      firstIndex,
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
  { firstAddresses: { live, test } }: NewWallet,
): Promise<boolean> {
  const instance = await loadInstance(table)
  if (!instance) return false
  if (instance.firstAddresses.live === live && instance.firstAddresses.test === test) return true
  throw new ServiceError(
    'state_changed',
    'This instance was set up with another mnemonic, which can’t be replaced because its deposit addresses are in use. To use another one for new sessions, add it: wallet add.',
  )
}
