import {
  type NotifierStatus,
  notifierStatus,
} from '../../shared/merchant/notifiers/notifier-status.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const notifierCommands: readonly Command[] = [commandOf(notifierStatus, { text: described })]

function described({ notifiers }: NotifierStatus): string {
  if (notifiers.length === 0) {
    return 'No notifier is connected: payments are found by scans. To connect one: npm run operate -- notifiers connect --help'
  }
  return notifiers
    .map((notifier) => [headline(notifier), chainTable(notifier)].join('\n\n'))
    .join('\n\n')
}

type Notifier = NotifierStatus['notifiers'][number]

function headline({ notifier, status, problem, token, syncedAt }: Notifier): string {
  const synced = syncedAt ? `last synced ${syncedAt}` : 'not synced yet'
  return `${notifier} (token ${token}) is ${status}, ${synced}.${problem ? ` ${problem}` : ''}`
}

function chainTable({ chains }: Notifier): string {
  if (chains.length === 0) return 'It watches no chain yet.'
  return textTable(
    ['CHAIN', 'WEBHOOKS', 'ADDRESSES', 'HEALTH', 'LAST NOTIFICATION', 'LAST PAYMENT', 'REPAIRED'],
    chains.map((chain) => [
      String(chain.chainId),
      String(chain.webhooks),
      String(chain.addresses),
      `${chain.healthy ? 'healthy' : 'not proven'} (${chain.inTime} of ${chain.payments} in time)`,
      chain.lastNotificationAt ?? '-',
      chain.lastPaymentAt ?? '-',
      chain.repairedAt ?? '-',
    ]),
  )
}
