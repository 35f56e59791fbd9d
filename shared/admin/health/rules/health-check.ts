export const healthStates = ['ok', 'warn', 'bad'] as const
type HealthState = (typeof healthStates)[number]

/** Each is checked separately, so that none hides the others. */
export const healthSubjects = [
  'networks',
  'notifiers',
  'callbacks',
  'payout_wallets',
  'endpoints',
  'notices',
  'prices',
  'gas',
  'dead_letters',
  'timers',
  'books',
  'quota',
  'alarms',
  'move',
  'version',
  'cost',
] as const
export type HealthSubject = (typeof healthSubjects)[number]

export const healthReasons = [
  'check_failed',
  'networks_work',
  'no_network',
  'no_verified_node',
  'node_problem',
  'single_operator',
  'network_not_agreed',
  'notifiers_work',
  'no_notifier',
  'notifier_failing',
  'notifier_slow',
  'books_agree',
  'books_new',
  'books_differ',
  'books_late',
  'books_unread',
  'callbacks_work',
  'callbacks_failing',
  'payout_wallets_set',
  'no_payout_wallet',
  'payout_wallet_left_out',
  'owner_sweeps',
  'endpoints_work',
  'no_endpoint',
  'endpoint_moved',
  'endpoint_disabled',
  'endpoint_failing',
  'deliveries_given_up',
  'notices_arrive',
  'notices_failing',
  'notices_off',
  'prices_agree',
  'no_price_yet',
  'price_not_agreed',
  'stablecoin_off_peg',
  'stablecoin_unknown',
  'not_set_up',
  'gas_enough',
  'gas_low',
  'gas_empty',
  'no_dead_letters',
  'dead_letters',
  'work_in_time',
  'open_scans_late',
  'deliveries_late',
  'closed_scans_late',
  'quota_enough',
  'quota_low',
  'alarms_sent',
  'no_alarm_address',
  'alarm_not_confirmed',
  'intake_stopped',
  'addresses_in_use',
  'restore_not_run',
  'import_not_ended',
  'left_out_wallet',
  'left_out_network',
  'left_out_notifier',
  'left_out_provider',
  'version',
] as const
export type HealthReason = (typeof healthReasons)[number]

export type HealthCheck = {
  state: HealthState
  reason: HealthReason
  /** The name of a chain, a notifier, a pair, a subject, or an endpoint's host; empty if it is about all of them. */
  of: string
  details: Readonly<Record<string, string>>
}

export function check(
  state: HealthState,
  reason: HealthReason,
  { of = '', ...details }: Readonly<Record<string, string>> = {},
): HealthCheck {
  return { state, reason, of, details }
}
