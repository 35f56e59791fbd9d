import type { HealthSubject } from './health-check.ts'

/** The subjects of checks that failed. */
export const healthSubjectNames = {
  networks: 'networks',
  notifiers: 'notifiers',
  callbacks: 'callbacks',
  payout_wallets: 'payout wallets',
  endpoints: 'webhook endpoints',
  notices: 'sale notices',
  prices: 'prices',
  gas: 'gas wallets',
  dead_letters: 'dead letters',
  timers: 'timers',
  books: 'books',
  quota: 'quota',
  alarms: 'alarms',
  move: 'moved data',
  version: 'version',
  cost: 'cost',
} as const satisfies Record<HealthSubject, string>
