import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { type Command, commandOf } from './command.ts'

/**
 * Commands with hand-written parts, such as their output, by the first word of their names. They are loaded when one is
 * called: all of them load most of the service, which takes a second.
 */
const byHand = {
  keys: async () => (await import('./keys.ts')).keyCommands,
  customers: async () => (await import('./customers.ts')).customerCommands,
  endpoints: async () => (await import('./endpoints.ts')).endpointCommands,
  'instance-webhook': async () => (await import('./instance-webhook.ts')).instanceWebhookCommands,
  deliveries: async () => (await import('./deliveries.ts')).deliveryCommands,
  deposits: async () => (await import('./deposits.ts')).depositCommands,
  sessions: async () => (await import('./sessions.ts')).sessionCommands,
  refunds: async () => (await import('./refunds.ts')).refundCommands,
  operators: async () => (await import('./operators.ts')).operatorCommands,
  exports: async () => (await import('./exports.ts')).exportCommands,
  search: async () => (await import('./search.ts')).searchCommands,
  audit: async () => (await import('./audit.ts')).auditCommands,
  networks: async () => (await import('./networks.ts')).networkCommands,
  notifiers: async () => (await import('./notifiers.ts')).notifierCommands,
  settings: async () => (await import('./settings.ts')).settingsCommands,
  setup: async () => (await import('./setup.ts')).setupCommands,
  'setup-token': async () => (await import('./setup-token.ts')).setupTokenCommands,
  wallet: async () => (await import('./wallet.ts')).walletCommands,
  restore: async () => (await import('./restore.ts')).restoreCommands,
  data: async () => (await import('./data/data-command.ts')).dataCommands,
  'payout-wallets': async () => (await import('./payout-wallets.ts')).payoutWalletCommands,
  books: async () => (await import('./books.ts')).bookCommands,
  sweeps: async () => (await import('./sweeps.ts')).sweepCommands,
  'check-live': async () => (await import('./check-live.ts')).checkLiveCommands,
  health: async () => (await import('./health.ts')).healthCommandList,
} satisfies Record<string, () => Promise<readonly Command[]>>

/** First words of commands whose file has another name. */
const otherWords = {
  sweep: byHand.sweeps,
  payouts: byHand.sweeps,
  gas: byHand.sweeps,
  'audit-books': byHand.books,
}

const byFirstWord = new Map<string, () => Promise<readonly Command[]>>(
  Object.entries({ ...byHand, ...otherWords }),
)

/** The command of every operation that has one, in the order of the help. */
export async function allCommands(): Promise<readonly Command[]> {
  const { operatorOperations } = await import('../../shared/operator-operations.ts')
  const loads = Object.values(byHand).map((load): Promise<readonly Command[]> => load())
  const written = (await Promise.all(loads)).flat()
  const operations: readonly Operation[] = operatorOperations
  return operations
    .filter(({ command }) => command !== null)
    .map(
      (operation) =>
        written.find((command) => command.operation.name === operation.name) ??
        commandOf(operation),
    )
}

/** The first of these commands that exists, such as `keys create`, or undefined. */
export async function findCommand(names: readonly string[]): Promise<Command | undefined> {
  const [load] = names.flatMap((name) => byFirstWord.get(name.replace(/ .*/, '')) ?? [])
  const isFirst = ({ operation }: Command) => operation.command === names[0]
  const written = (load && (await load()))?.find(isFirst)
  if (written) return written
  const commands = await allCommands()
  return names
    .map((name) => commands.find(({ operation }) => operation.command === name))
    .find((found) => found !== undefined)
}
