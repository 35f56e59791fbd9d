import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { type Command, commandOf } from './command.ts'

type Group = {
  served: readonly { operation: Operation }[]
  /** Commands with hand-written parts, such as their output. */
  byHand: readonly Command[]
}

/**
 * In the order of the help. A group is loaded when one of its commands is called: together they load most of the
 * service, which takes a second.
 */
const groups = {
  keys: async () => ({
    served: (await import('../../shared/operator-groups/keys.ts')).keyOperations,
    byHand: (await import('./keys.ts')).keyCommands,
  }),
  endpoints: async () => ({
    served: (await import('../../shared/operator-groups/endpoints.ts')).endpointOperations,
    byHand: (await import('./endpoints.ts')).endpointCommands,
  }),
  deliveries: async () => ({
    served: (await import('../../shared/operator-groups/deliveries.ts')).deliveryOperations,
    byHand: (await import('./deliveries.ts')).deliveryCommands,
  }),
  deposits: async () => ({
    served: (await import('../../shared/operator-groups/deposits.ts')).depositOperations,
    byHand: (await import('./deposits.ts')).depositCommands,
  }),
  sessions: async () => ({
    served: (await import('../../shared/operator-groups/sessions.ts')).sessionOperations,
    byHand: (await import('./sessions.ts')).sessionCommands,
  }),
  audit: async () => ({
    served: (await import('../../shared/operator-groups/audit.ts')).auditOperations,
    byHand: (await import('./audit.ts')).auditCommands,
  }),
  networks: async () => ({
    served: (await import('../../shared/operator-groups/networks.ts')).networkOperations,
    byHand: (await import('./networks.ts')).networkCommands,
  }),
  notifiers: async () => ({
    served: (await import('../../shared/operator-groups/notifiers.ts')).notifierOperations,
    byHand: (await import('./notifiers.ts')).notifierCommands,
  }),
  settings: async () => ({
    served: (await import('../../shared/operator-groups/settings.ts')).settingsOperations,
    byHand: (await import('./settings.ts')).settingsCommands,
  }),
  setup: async () => ({
    served: (await import('../../shared/operator-groups/setup.ts')).setupOperations,
    byHand: (await import('./setup.ts')).setupCommands,
  }),
  'setup-token': async () => ({
    served: (await import('../../shared/operator-groups/setup-token.ts')).setupTokenOperations,
    byHand: (await import('./setup-token.ts')).setupTokenCommands,
  }),
  wallet: async () => ({
    served: (await import('../../shared/operator-groups/wallet.ts')).walletOperations,
    byHand: (await import('./wallet.ts')).walletCommands,
  }),
  'payout-wallets': async () => ({
    served: (await import('../../shared/operator-groups/payout-wallets.ts')).payoutWalletOperations,
    byHand: (await import('./payout-wallets.ts')).payoutWalletCommands,
  }),
  sweeps: async () => ({
    served: (await import('../../shared/operator-groups/sweeps.ts')).sweepOperations,
    byHand: (await import('./sweeps.ts')).sweepCommands,
  }),
} satisfies Record<string, () => Promise<Group>>

/** The groups of commands whose first word is not the name of their group. */
const otherWords = { sweep: groups.sweeps, payouts: groups.sweeps, gas: groups.sweeps }

const byFirstWord = new Map<string, () => Promise<Group>>(
  Object.entries({ ...groups, ...otherWords }),
)

/** One command per operators' operation. */
export async function allCommands(): Promise<readonly Command[]> {
  const loaded = await Promise.all(Object.values(groups).map((load): Promise<Group> => load()))
  const byHand = loaded.flatMap((group) => group.byHand)
  return commandsOf({ served: loaded.flatMap(({ served }) => served), byHand })
}

/** The first of these commands that exists, such as `keys create`, or undefined. */
export async function findCommand(names: readonly string[]): Promise<Command | undefined> {
  const firstIn = (commands: readonly Command[]) =>
    names
      .map((name) => commands.find(({ operation }) => operation.command === name))
      .find((found) => found !== undefined)
  const loads = names.map((name) => byFirstWord.get(name.replace(/ .*/, '')))
  const [load] = loads.filter((found) => found !== undefined)
  return (load && firstIn(commandsOf(await load()))) ?? firstIn(await allCommands())
}

function commandsOf({ served, byHand }: Group): Command[] {
  return served.map(
    ({ operation }) =>
      byHand.find((command) => command.operation.name === operation.name) ?? commandOf(operation),
  )
}
