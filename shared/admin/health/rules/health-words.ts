import { bookWords } from './book-health-words.ts'
import type { HealthReason } from './health-check.ts'

/** Each finding's title, its reason, and what to do. `{names}` are those of its details; counts need no plural. */
export const healthWords = {
  check_failed: {
    title: 'Not checked: {of}',
    why: 'This check failed or took too long. It says nothing about the rest.',
    action: 'Check again. If it stays, read the log of the function check-health.',
  },
  networks_work: {
    title: 'Networks',
    why: 'Networks: {networks}. Nodes: {nodes}.',
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
    why: '{problem}',
    action: 'Test it again, or use another node.',
  },
  single_operator: {
    title: 'One operator on {of}',
    why: 'Only {operator} says what arrives, and could fake payments.',
    action: 'Add a node of another operator.',
  },
  network_not_agreed: {
    title: 'Payments wait on {of}',
    why: 'Since {since}, no two operators agree on a block. Missing: {operators}.',
    action:
      'Add a node of another operator, a public one at least, or trust one operator for a day.',
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
    why: 'Payments that it reported in time: {inTime} of the last {payments}.',
    action: 'Repair its list, or check its account.',
  },
  ...bookWords,
  callbacks_work: {
    title: 'Callbacks',
    why: 'No notification and no provider’s callback has failed today.',
    action: '',
  },
  callbacks_failing: {
    title: 'Callbacks',
    why: 'Notifications and callbacks that failed on our side today: {count}. Payments are found by scans and queries, later.',
    action: 'Read the log of receive-chain-notification and receive-provider-callback.',
  },
  payout_wallets_set: { title: 'Payout wallets', why: 'Every network has one.', action: '' },
  no_payout_wallet: {
    title: 'No payout wallet on {of}',
    why: 'Its money stays at the deposit addresses.',
    action: 'Set one.',
  },
  owner_sweeps: {
    title: 'Watch-only',
    why: 'The instance has no words and sends nothing, so what is paid waits at the deposit addresses.',
    action: 'Sweep with npm run recover, as often as you don’t want more to wait.',
  },
  payout_wallet_left_out: {
    title: '{of} has no payout wallet',
    why: 'You left it out, so its money stays at the deposit addresses.',
    action: 'Set one when you want the money to be collected.',
  },
  endpoints_work: {
    title: 'Webhooks',
    why: 'Endpoints that receive events: {endpoints}.',
    action: '',
  },
  no_endpoint: {
    title: 'Webhooks',
    why: 'No endpoint yet, so no server is notified.',
    action: '',
  },
  endpoint_moved: {
    title: 'Webhook endpoint',
    why: '{of} was moved here without its secret, so nothing is sent to it.',
    action: 'Rotate its secret, store it at the server, then enable the endpoint.',
  },
  endpoint_disabled: {
    title: 'Webhook endpoint',
    why: '{of} was disabled after it failed.',
    action: 'Fix the server, then enable the endpoint.',
  },
  endpoint_failing: {
    title: 'Webhook endpoint',
    why: '{of} has been failing since {since}.',
    action: 'Fix the server, then replay the deliveries.',
  },
  deliveries_given_up: {
    title: 'Webhooks that failed for good',
    why: 'To {of}, after the last attempt, within 7 days: {count}.',
    action: 'Replay what failed, or get it from the API.',
  },
  notices_arrive: {
    title: 'Sale notices',
    why: 'Places that get them: {destinations}.',
    action: '',
  },
  notices_failing: {
    title: 'Sale notices: {of}',
    why: 'None has arrived since {since}. {problem}',
    action: 'Send a test, or add it again with a new address.',
  },
  notices_off: {
    title: 'Sale notices: {of}',
    why: 'None arrived for three days, so they are off. {problem}',
    action: 'Send a test, then turn them on again.',
  },
  prices_agree: {
    title: 'Prices',
    why: 'Their sources agree. Prices needed so far: {prices}.',
    action: '',
  },
  no_price_yet: { title: 'Prices', why: 'None was needed yet.', action: '' },
  price_not_agreed: {
    title: 'Price of {of}',
    why: 'Its sources have not agreed since {since}, so new payments that need it are refused.',
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
  not_set_up: { title: 'Not set up', why: 'There is no wallet yet.', action: 'Set it up.' },
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
    why: 'Messages about webhooks that crashed too often, and are no longer tried: {count}.',
    action: 'Update if the log shows a bug, then send them again.',
  },
  work_in_time: {
    title: 'Timers',
    why: 'Expiries, confirmations, webhooks and scans happen in time.',
    action: '',
  },
  open_scans_late: {
    title: 'Open payments',
    why: 'Nothing took up a payment that is due, {minutes} min beyond its limit.',
    action: 'Test the nodes. If they work, read the logs of reconcile and watch-session.',
  },
  deliveries_late: {
    title: 'Webhooks wait',
    why: 'The oldest one is {minutes} min beyond its limit.',
    action: 'Read the logs of relay and deliver-webhooks.',
  },
  closed_scans_late: {
    title: 'Closed addresses',
    why: 'Late money is looked for {minutes} min too late.',
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
  alarms_sent: {
    title: 'Alarms',
    why: 'They are sent to {addresses}.',
    action: '',
  },
  no_alarm_address: {
    title: 'Alarms',
    why: 'Nobody is notified when one fires.',
    action: 'Set "alarmEmail" in cdk.json to an address that is read. Then deploy again.',
  },
  alarm_not_confirmed: {
    title: 'Alarms to {of}',
    why: 'None is sent there until the address is confirmed.',
    action:
      'Follow the link in the email from AWS Notifications. If it is lost, request another one in the SNS console.',
  },
  intake_stopped: {
    title: 'New payments are refused',
    why: 'They were stopped at {since}: to restore or move the data, or because deposit addresses are in use elsewhere.',
    action: 'Run restore, which accepts them again.',
  },
  addresses_in_use: {
    title: 'Deposit addresses',
    why: 'At {since}, money had already arrived at addresses that new payments would get, so 10,000 were skipped. Another instance may have the same words.',
    action:
      'Shut the other instance down. If payments were lost here, run restore, which finds their money.',
  },
  restore_not_run: {
    title: 'Restored data',
    why: 'It lacks what came after its backup, so no payment expires or fails, and nothing is swept.',
    action: 'Run restore, which finds it.',
  },
  import_not_ended: {
    title: 'Moved data',
    why: 'Its import was interrupted, so a part is missing.',
    action: 'Run data import again, with the same folder.',
  },
  left_out_wallet: {
    title: '{of} is missing',
    why: 'Its mnemonic was not moved, so its money is not collected.',
    action: 'Enter its mnemonic.',
  },
  left_out_network: {
    title: '{of} is not connected',
    why: 'Its nodes were not moved, so payments on it are not noticed.',
    action: 'Connect it.',
  },
  left_out_notifier: {
    title: 'Notifier {of}',
    why: 'Its token was not moved.',
    action: 'Connect it again.',
  },
  left_out_provider: {
    title: '{of} is not connected',
    why: 'Its credentials were not moved, so nobody can pay with it, and open orders wait.',
    action: 'Enter its credentials.',
  },
  version: { title: 'Version', why: '{release}', action: '' },
} as const satisfies Record<HealthReason, { title: string; why: string; action: string }>
