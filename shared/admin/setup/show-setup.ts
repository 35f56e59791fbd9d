import * as z from 'zod'
import { chainName } from '../../chain/chains.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listPayoutWallets } from '../../money/payout-wallets/store/payout-wallets.ts'
import { listNetworkOffers } from '../../payments/networks/store/networks.ts'
import { loadApiKeys } from '../../records/api-keys/store/api-keys.ts'
import { loadInstance } from '../../records/settings/store/instance.ts'
import { loadStoredSettings } from '../../records/settings/store/settings.ts'
import { type SetupProgress, withoutPayout } from '../operators/rules/setup-progress.ts'
import { loadSetupProgress } from '../operators/store/setup-progress.ts'

const ofMode = z.object({
  mode: z.enum(modes),
  /** The first deposit address; null before there is a wallet. */
  firstAddress: z.string().nullable(),
  /** Ids of the enabled chains. */
  networks: z.array(z.int()),
  /** Ids of the chains with a payout wallet; of all enabled ones if the owner sweeps, so that none needs one. */
  payoutWallets: z.array(z.int()),
  /** Enabled chains that deliberately have none. */
  leftOut: z.array(z.object({ chainId: z.int(), name: z.string() })),
  hasApiKey: z.boolean(),
})

const setup = z.object({
  /** Null before anybody has confirmed it. */
  baseUrl: z.string().nullable(),
  isSetUp: z.boolean(),
  /** Whether the instance has no words, so that nothing is paid out by itself. */
  ownerSweeps: z.boolean(),
  modes: z.array(ofMode),
  /** The wizard's payment link, and the session that it opened last. */
  testPayment: z.object({ slug: z.string(), sessionId: z.string().nullable() }).nullable(),
})

export const showSetup = operatorOperation({
  name: 'show-setup',
  role: 'viewer',
  command: 'check-live',
  group: 'setup',
  input: z.strictObject({}),
  output: setup,
  touches: { table: 'read' },
  docs: {
    summary:
      'Show which steps of the setup are done, and what is left before the first real payment',
  },
  /** Read from what the steps store, so that an interrupted setup continues where it was. */
  async run({ table }) {
    const [instance, { baseUrl = null }, progress] = await Promise.all([
      loadInstance(table),
      loadStoredSettings(table, 'live'),
      loadSetupProgress(table),
    ])
    const ownerSweeps = Boolean(instance?.watchOnly)
    const states = modes.map(async (mode) => ({
      ...(await stateOf(table, mode, { progress, ownerSweeps })),
      firstAddress: instance?.firstAddresses[mode] ?? null,
    }))
    const { testPayment } = progress
    const isSetUp = instance !== undefined
    return {
      result: { baseUrl, isSetUp, ownerSweeps, modes: await Promise.all(states), testPayment },
    }
  },
})

type Given = { progress: SetupProgress; ownerSweeps: boolean }

async function stateOf(table: Table, mode: Mode, { progress, ownerSweeps }: Given) {
  const [networks, payoutWallets, apiKeys] = await Promise.all([
    listNetworkOffers(table, mode),
    listPayoutWallets(table, mode),
    loadApiKeys(table, mode),
  ])
  const { leftOut } = withoutPayout(networks, payoutWallets, progress)
  return {
    mode,
    networks: networks.map(({ chainId }) => chainId),
    payoutWallets: (ownerSweeps ? networks : payoutWallets).map(({ chainId }) => chainId),
    leftOut: (ownerSweeps ? [] : leftOut).map(({ chainId }) => ({
      chainId,
      name: chainName(chainId),
    })),
    hasApiKey: apiKeys.some(({ revokedAt }) => revokedAt === null),
  }
}
