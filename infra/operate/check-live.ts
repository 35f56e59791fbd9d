import { checkHealth } from '../../shared/admin/health/check-health.ts'
import { listOperators } from '../../shared/admin/operators/people/list-operators.ts'
import { listPayments } from '../../shared/admin/payments/list-payments.ts'
import { showSetup } from '../../shared/admin/setup/show-setup.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { listEndpointStates } from '../../shared/merchant/webhooks/endpoints/list-endpoint-states.ts'
import {
  isFulfillable,
  sessionStatuses,
} from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { CallOperator } from './call-operator.ts'
import type { Command } from './command.ts'

/** A condition for the first real payment, and the command that meets it or shows more. */
export type LiveItem = { item: string; done: boolean; command: string }

/** Reads the output of other commands, so that it needs no right of its own. */
export const checkLiveCommands: readonly Command[] = [
  {
    operation: showSetup,
    usage: '',
    run: async (call) => {
      const items = await liveItems(call)
      return { data: { items }, text: textOf(items) }
    },
  },
]

/** In the order in which they should be done. */
async function liveItems(call: CallOperator): Promise<LiveItem[]> {
  const [setup, { operators }, { endpoints }, health, tested, paid] = await Promise.all([
    call(showSetup),
    call(listOperators),
    call(listEndpointStates, { mode: 'live' }),
    call(checkHealth, { mode: 'live' }),
    hasPayment(call, 'test'),
    hasPayment(call, 'live'),
  ])
  const live = setup.modes.find(({ mode }) => mode === 'live')
  const networks = live?.networks ?? []
  const paidOut = [
    ...(live?.payoutWallets ?? []),
    ...(live?.leftOut ?? []).map((each) => each.chainId),
  ]
  const withoutFactor = operators.filter(({ hasSecondFactor }) => !hasSecondFactor)
  const findings = health.checks.filter(({ state }) => state !== 'ok')
  return [
    item('A payment in test mode was fulfilled', tested, 'sessions list --mode test'),
    item('The wallet is set up', setup.isSetUp, 'setup'),
    item(
      'The base URL is one that customers reach by HTTPS',
      setup.baseUrl?.startsWith('https://') ?? false,
      'settings move',
    ),
    item('A network is enabled in live mode', networks.length > 0, 'networks connect'),
    item(
      'Every network pays out to a wallet of yours, or was left out',
      networks.length > 0 && networks.every((chainId) => paidOut.includes(chainId)),
      'payout-wallets set',
    ),
    item(
      'Everybody who can sign in has a second factor',
      operators.length > 0 && withoutFactor.length === 0,
      'operators list',
    ),
    item('A live API key exists', live?.hasApiKey ?? false, 'keys create --mode live'),
    item(
      'A live webhook endpoint is active',
      endpoints.some(({ active }) => active),
      'endpoints create --mode live',
    ),
    item('Health finds nothing to do', findings.length === 0, 'health --mode live'),
    item('A small payment of your own arrived in live mode', paid, 'sessions list --mode live'),
  ]
}

function item(what: string, done: boolean, command: string): LiveItem {
  return { item: what, done, command: `npm run operate -- ${command}` }
}

async function hasPayment(call: CallOperator, mode: Mode): Promise<boolean> {
  const statuses = sessionStatuses.filter(isFulfillable)
  const { payments } = await call(listPayments, { mode, statuses, limit: 1 })
  return payments.length > 0
}

function textOf(items: readonly LiveItem[]): string {
  const left = items.filter(({ done }) => !done).length
  const lines = items.map(({ item: what, done, command }) =>
    done ? `[x] ${what}` : `[ ] ${what}\n    ${command}`,
  )
  const summary = left === 0 ? 'Everything is done.' : `${left} of ${items.length} are left.`
  return [...lines, '', summary].join('\n')
}
