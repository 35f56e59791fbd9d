import * as z from 'zod'
import { loadApiKeys } from '../api-keys/store/api-keys.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import { listNetworkOffers } from '../networks/store/networks.ts'
import { listPayoutWallets } from '../payout-wallets/store/payout-wallets.ts'
import { loadInstance } from '../settings/store/instance.ts'
import { loadStoredSettings } from '../settings/store/settings.ts'

const ofMode = z.object({
  mode: z.enum(modes),
  /** The first deposit address; null before there is a wallet. */
  firstAddress: z.string().nullable(),
  /** Ids of the enabled chains. */
  networks: z.array(z.int()),
  /** Ids of the chains with a payout wallet. */
  payoutWallets: z.array(z.int()),
  hasApiKey: z.boolean(),
})

const setup = z.object({
  /** Null before anybody has confirmed it. */
  baseUrl: z.string().nullable(),
  isSetUp: z.boolean(),
  modes: z.array(ofMode),
})

export const showSetup = operatorOperation({
  name: 'show-setup',
  role: 'viewer',
  command: null,
  group: 'setup',
  input: z.strictObject({}),
  output: setup,
  touches: { table: 'read' },
  docs: { summary: 'Show which steps of the setup are done' },
})

/** Read from what the steps store, so that an interrupted setup continues where it was. */
export async function runShowSetup({
  table,
}: {
  table: Table
}): Promise<Decision<z.infer<typeof setup>>> {
  const [instance, { baseUrl = null }] = await Promise.all([
    loadInstance(table),
    loadStoredSettings(table, 'live'),
  ])
  const stateOf = async (mode: Mode): Promise<z.infer<typeof ofMode>> => ({
    mode,
    firstAddress: instance?.firstAddresses[mode] ?? null,
    networks: (await listNetworkOffers(table, mode)).map(({ chainId }) => chainId),
    payoutWallets: (await listPayoutWallets(table, mode)).map(({ chainId }) => chainId),
    hasApiKey: (await loadApiKeys(table, mode)).some(({ revokedAt }) => revokedAt === null),
  })
  const states = await Promise.all(modes.map(stateOf))
  return { result: { baseUrl, isSetUp: instance !== undefined, modes: states } }
}
