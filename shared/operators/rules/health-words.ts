import type { HealthReason, HealthSubject } from './health-check.ts'

/** What a finding means: its title, why it is so, and what to do. `{names}` are those of its details. */
export const healthWords = {
  check_failed: {
    title: 'Not checked: {of}',
    why: 'This check failed or took too long. It says nothing about the rest.',
    action: 'Check again. If it stays, read the log of the function check-health.',
  },
  networks_work: {
    title: 'Networks',
    why: '{networks} networks with {nodes} nodes work.',
    action: '',
  },
  no_network: { title: 'No network', why: 'Nobody can pay.', action: 'Connect a provider.' },
  no_verified_node: {
    title: 'Nodes on {of}',
    why: 'None of them passed its test, so payments wait.',
    action: 'Test the nodes, or add another one.',
  },
  node_problem: {
    title: 'Node on {of}',
    why: '{host}: {subject} should be {expected}, found {found}.',
    action: 'Test it again, or use another node.',
  },
  single_operator: {
    title: 'One operator on {of}',
    why: 'Only {operator} says what arrives, and could fake payments.',
    action: 'Add a node of another operator.',
  },
  notifiers_work: { title: 'Notifier', why: 'It reports payments in time.', action: '' },
  no_notifier: {
    title: 'No notifier',
    why: 'Payments are found within a minute instead of seconds.',
    action: 'Connect one.',
  },
  notifier_failing: {
    title: 'Notifier {of}',
    why: '{problem}',
    action: 'Connect it again with a new token.',
  },
  notifier_slow: {
    title: 'Notifier {of}',
    why: 'It reported {inTime} of the last {payments} payments in time.',
    action: 'Repair its list, or check its account.',
  },
  payout_wallets_set: { title: 'Payout wallets', why: 'Every network has one.', action: '' },
  no_payout_wallet: {
    title: 'No payout wallet on {of}',
    why: 'Its money stays at the deposit addresses.',
    action: 'Set one.',
  },
  payout_wallet_left_out: {
    title: '{of} has no payout wallet',
    why: 'You left it out, so its money stays at the deposit addresses.',
    action: 'Set one when you want the money to be collected.',
  },
  endpoints_work: {
    title: 'Webhooks',
    why: '{endpoints} endpoints receive events.',
    action: '',
  },
  no_endpoint: {
    title: 'Webhooks',
    why: 'No endpoint yet, so no server is notified.',
    action: '',
  },
  endpoint_disabled: {
    title: 'Webhook endpoint',
    why: '{of} was disabled after it failed.',
    action: 'Fix the server, then enable the endpoint.',
  },
  endpoint_failing: {
    title: 'Webhook endpoint',
    why: '{of} fails since {since}.',
    action: 'Fix the server, then replay the deliveries.',
  },
  prices_agree: {
    title: 'Prices',
    why: 'All {prices} that were needed so far are agreed on by their sources.',
    action: '',
  },
  no_price_yet: { title: 'Prices', why: 'None was needed yet.', action: '' },
  price_not_agreed: {
    title: 'Price of {of}',
    why: 'Its sources no longer agree since {since}, so new payments that need it are refused.',
    action: 'Compare its sources, and test the nodes.',
  },
  stablecoin_off_peg: {
    title: '{of} is off its peg',
    why: 'A source says that it is not worth 1 USD, so it is not offered.',
    action: 'Wait, or offer another coin.',
  },
  stablecoin_unknown: {
    title: '{of} is not offered',
    why: 'No source has a recent price of it.',
    action: 'Test the nodes of a network that has its price feed.',
  },
  gas_enough: { title: 'Gas', why: 'Sweeps can be paid on every network.', action: '' },
  gas_low: {
    title: 'Gas on {of}',
    why: 'The gas wallet pays for the sweeps under way, not for the next ones.',
    action: 'Send coin to the gas wallet.',
  },
  gas_empty: {
    title: 'Gas on {of}',
    why: 'Sweeps wait, because the gas wallet can’t pay for them.',
    action: 'Send coin to the gas wallet.',
  },
  no_dead_letters: { title: 'Dead letters', why: 'No message failed for good.', action: '' },
  dead_letters: {
    title: 'Dead letters',
    why: '{count} messages about webhooks crashed too often, so they are no longer tried.',
    action: 'Update if the log shows a bug, then put them back.',
  },
  work_in_time: {
    title: 'Timers',
    why: 'Expiries, confirmations, webhooks and scans happen in time.',
    action: '',
  },
  open_scans_late: {
    title: 'Open payments',
    why: 'Nothing took up a payment that is due, {minutes} minutes beyond its limit.',
    action: 'Test the nodes. If they work, read the logs of reconcile and watch-session.',
  },
  deliveries_late: {
    title: 'Webhooks wait',
    why: 'The oldest one is {minutes} minutes beyond its limit.',
    action: 'Read the logs of relay and deliver-webhooks.',
  },
  closed_scans_late: {
    title: 'Closed addresses',
    why: 'Late money is looked for {minutes} minutes too late.',
    action: 'Test the nodes. If they work, read the log of scan-closed-addresses.',
  },
  quota_enough: {
    title: 'Quota',
    why: 'The account can run {concurrent} functions at a time.',
    action: '',
  },
  quota_low: {
    title: 'Quota',
    why: 'The account can run {concurrent} functions at a time, so few customers can pay at once.',
    action:
      'Request {enough}: Service Quotas, AWS Lambda, Concurrent executions. Then deploy again.',
  },
  quota_not_used: {
    title: 'Quota',
    why: 'There is none on one machine.',
    action: '',
  },
  version: { title: 'Version', why: '{release}', action: '' },
} as const satisfies Record<HealthReason, { title: string; why: string; action: string }>

/** The subjects of checks that failed. */
export const healthSubjectNames = {
  networks: 'networks',
  notifiers: 'notifiers',
  payout_wallets: 'payout wallets',
  endpoints: 'webhook endpoints',
  prices: 'prices',
  gas: 'gas wallets',
  dead_letters: 'dead letters',
  timers: 'timers',
  quota: 'quota',
  version: 'version',
  cost: 'cost',
} as const satisfies Record<HealthSubject, string>

/** The command of the terminal that fixes a finding, or shows more of it. */
export const healthCommands: Partial<Record<HealthReason, string>> = {
  check_failed: 'health',
  no_network: 'networks connect',
  no_verified_node: 'networks test',
  node_problem: 'networks test',
  single_operator: 'networks add',
  no_notifier: 'notifiers connect',
  notifier_failing: 'notifiers connect',
  notifier_slow: 'notifiers repair',
  no_payout_wallet: 'payout-wallets set',
  payout_wallet_left_out: 'payout-wallets set',
  endpoint_disabled: 'endpoints enable',
  endpoint_failing: 'deliveries recover',
  price_not_agreed: 'networks test',
  stablecoin_unknown: 'networks test',
  gas_low: 'gas',
  gas_empty: 'gas',
  dead_letters: 'deliveries redrive',
  open_scans_late: 'networks test',
  deliveries_late: 'deliveries list',
  closed_scans_late: 'networks test',
}
