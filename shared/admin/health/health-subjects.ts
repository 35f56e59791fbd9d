import type { Chain } from '../../chain/chain.ts'
import { chainById, chainName } from '../../chain/chains.ts'
import { failedCallbacks } from '../../http/store/failed-callbacks.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listConnections } from '../../merchant/notifiers/store/notifier-connections.ts'
import { listHealth } from '../../merchant/notifiers/store/notifier-health.ts'
import { booksState } from '../../money/books/rules/books-state.ts'
import { loadAcknowledgments } from '../../money/books/store/book-acknowledgments.ts'
import { loadFindings } from '../../money/books/store/book-findings.ts'
import { loadRounds } from '../../money/books/store/book-rounds.ts'
import { listPayoutWallets } from '../../money/payout-wallets/store/payout-wallets.ts'
import { lowGasWallets } from '../../money/sweeps/store/gas-levels.ts'
import { firstDue } from '../../payments/checkout-sessions/store/open-sessions.ts'
import { lateWork } from '../../payments/ledger/scanning/late-work.ts'
import { overdueClosedScans } from '../../payments/ledger/scanning/overdue-closed-scans.ts'
import { type Network, trustedNow } from '../../payments/networks/rules/network.ts'
import { isStillMissing } from '../../payments/networks/rules/network-reach.ts'
import { listNetworkReach } from '../../payments/networks/store/network-reach.ts'
import { listNetworkOffers, listNetworks } from '../../payments/networks/store/networks.ts'
import { loadAddressCheck, loadStop } from '../../payments/wallet/store/derivation-counter.ts'
import { listWalletRecords } from '../../payments/wallet/store/wallet-records.ts'
import { listIntegrationsOf } from '../../records/integrations/store/integrations.ts'
import type { WebhookEndpoint } from '../../records/outbox/rules/webhook-endpoint.ts'
import { listDeliveriesOfEndpoint } from '../../records/outbox/store/delivery-lists.ts'
import { listWebhookEndpoints } from '../../records/outbox/store/webhook-endpoints.ts'
import { priceHealth } from '../../records/prices/price-health.ts'
import type { PriceHealth } from '../../records/prices/rules/price-health.ts'
import { isWatchOnly, loadInstance } from '../../records/settings/store/instance.ts'
import { loadStoredSettings } from '../../records/settings/store/settings.ts'
import { stillMissing } from '../moving/rules/left-out.ts'
import { loadMovedData } from '../moving/store/moved-data.ts'
import { withoutPayout } from '../operators/rules/setup-progress.ts'
import { loadSetupProgress } from '../operators/store/setup-progress.ts'
import { listDestinations } from '../sale-notices/store/notice-destinations.ts'
import { readStatistics } from '../statistics/read-statistics.ts'
import { type CostSoFar, costSoFar } from '../statistics/rules/cost-so-far.ts'
import { bookChecks, type ChainBooks } from './rules/book-health.ts'
import { endpointChecks, networkChecks, notifierChecks, payoutChecks } from './rules/health.ts'
import { check, type HealthCheck, type HealthSubject } from './rules/health-check.ts'
import {
  type AlarmAddress,
  alarmChecks,
  callbackChecks,
  deadLetterChecks,
  gasChecks,
  priceChecks,
  quotaChecks,
  timerChecks,
} from './rules/instance-health.ts'
import { moveChecks } from './rules/move-health.ts'
import { noticeChecks } from './rules/notice-health.ts'

export type HealthServices = {
  table: Table
  now: () => Date
  /** Approximate number of a mode's messages that failed permanently. */
  countDeadLetters: (mode: Mode) => Promise<number>
  /** The quota of concurrent executions; null on one machine, which has none. */
  concurrentFunctions: () => Promise<number | null>
  /** The recipients of alarms; null on one machine, which sends none. */
  alarmAddresses: () => Promise<AlarmAddress[] | null>
  release: string
}

export type Findings = { checks: HealthCheck[]; prices?: PriceHealth[]; cost?: CostSoFar }

type Find = (services: HealthServices, mode: Mode) => Promise<Findings>

/** How each subject is checked, from data that is already stored: no node or price source is called. */
export const findHealth: Record<HealthSubject, Find> = {
  networks: async ({ table, now }, mode) => {
    const [networks, reach] = await Promise.all([
      listNetworks(table, mode),
      listNetworkReach(table, mode),
    ])
    const missing = reach.filter((each) => isStillMissing(each, now()))
    const checked = networks.map((network) => ({
      ...named(network),
      trusted: trustedNow(network, now()),
      notAgreed: missing.find(({ chainId }) => chainId === network.chainId),
    }))
    return { checks: networkChecks(checked) }
  },
  notifiers: async ({ table }, mode) => ({
    checks: notifierChecks(await notifiersOf(table, mode)),
  }),
  callbacks: async ({ table, now }) => ({
    checks: callbackChecks(await failedCallbacks(table, now())),
  }),
  payout_wallets: async ({ table }, mode) => {
    if (await isWatchOnly(table)) return { checks: [check('ok', 'owner_sweeps')] }
    const [networks, wallets, progress] = await Promise.all([
      listNetworks(table, mode),
      listPayoutWallets(table, mode),
      loadSetupProgress(table),
    ])
    const enabled = networks.filter(({ status }) => status === 'enabled').map(named)
    return { checks: payoutChecks(withoutPayout(enabled, wallets, progress)) }
  },
  endpoints: async ({ table, now }, mode) => {
    const endpoints = await listWebhookEndpoints(table, mode)
    const named = endpoints.map(async (each) => ({
      ...each,
      host: new URL(each.url).host,
      givenUp: await countGivenUp(table, each, now()),
    }))
    return { checks: endpointChecks(await Promise.all(named)) }
  },
  notices: async ({ table }, mode) => ({
    checks: noticeChecks(await listDestinations(table, mode)),
  }),
  prices: async ({ table }, mode) => {
    const [live, test] = await Promise.all(modes.map((each) => enabledChains(table, each)))
    const ofMode = (mode === 'live' ? live : test) ?? []
    const chains = [...(live ?? []), ...(test ?? [])]
    const prices = await priceHealth(table, { chains, ofMode })
    return { checks: priceChecks(prices), prices }
  },
  gas: async ({ table }, mode) => {
    const [low, chains, instance] = await Promise.all([
      lowGasWallets(table, mode),
      enabledChains(table, mode),
      loadInstance(table),
    ])
    if (!instance) return { checks: gasChecks(null) }
    const ofChains = low.flatMap(({ chainId, level }) => {
      const chain = chains.find((each) => each.chainId === chainId)
      return chain ? [{ chain: chain.name, level }] : []
    })
    return { checks: gasChecks(ofChains) }
  },
  dead_letters: async ({ countDeadLetters }, mode) => ({
    checks: deadLetterChecks(await countDeadLetters(mode)),
  }),
  timers: async ({ table, now }, mode) => {
    const due = await firstDue(table, mode)
    const oldestDueSeconds = due ? (now().getTime() - due.getTime()) / 1000 : 0
    const chainIds = async () => (await enabledChains(table, mode)).map(({ chainId }) => chainId)
    const at = { mode, now: now() }
    const closedSeconds = await overdueClosedScans(table, { ...at, chainIds })
    const works = await lateWork(table, { ...at, oldestDueSeconds, closedSeconds })
    return { checks: timerChecks(works) }
  },
  books: async ({ table, now }, mode) => ({
    checks: bookChecks(await booksOf(table, mode, now())),
  }),
  quota: async ({ concurrentFunctions }) => ({
    checks: quotaChecks(await concurrentFunctions()),
  }),
  alarms: async ({ alarmAddresses }) => ({ checks: alarmChecks(await alarmAddresses()) }),
  move: async ({ table, now }, mode) => ({
    checks: moveChecks(await moveOf(table, mode), now()),
  }),
  version: async ({ release }) => ({ checks: [check('ok', 'version', { release })] }),
  cost: async (services) => {
    const now = services.now()
    const ofModes = modes.map((mode) => readStatistics(services, mode, now.getUTCDate()))
    return { checks: [], cost: costSoFar((await Promise.all(ofModes)).flat(), now) }
  },
}

async function booksOf(table: Table, mode: Mode, now: Date): Promise<ChainBooks[]> {
  const [chains, rounds, findings, acknowledgments, instance] = await Promise.all([
    enabledChains(table, mode),
    loadRounds(table, mode),
    loadFindings(table, { mode, limit: mostFindings }),
    loadAcknowledgments(table, mode),
    loadInstance(table),
  ])
  const { setUpAt = now } = instance ?? {}
  return chains.map(({ chainId, name }) => {
    const isOfChain = (one: { chainId: number }) => one.chainId === chainId
    const ofChain = { rounds: rounds.find(isOfChain), findings: findings.filter(isOfChain) }
    return { name, books: booksState({ ...ofChain, acknowledgments, setUpAt }, now) }
  })
}

const mostFindings = 1000

async function moveOf(table: Table, mode: Mode) {
  const [stop, { usedFoundAt }, moved, { tableName = table.name }] = await Promise.all([
    loadStop(table, mode),
    loadAddressCheck(table, mode),
    loadMovedData(table),
    loadStoredSettings(table, mode),
  ])
  const isCopy = tableName !== table.name
  const known = { stop, usedFoundAt, isCopy, moved }
  if (!moved) return { ...known, missing: null }
  const [wallets, networks, connections, integrations] = await Promise.all([
    listWalletRecords(table),
    listNetworkOffers(table, mode),
    listConnections(table, mode),
    listIntegrationsOf(table, mode),
  ])
  const missing = stillMissing(moved.leftOut, mode, {
    walletIds: wallets.map(({ walletId }) => walletId),
    chainIds: networks.map(({ chainId }) => chainId),
    notifiers: connections.map(({ notifier }) => notifier),
    providers: integrations.map(({ provider }) => provider),
  })
  return { ...known, missing: { ...missing, chains: missing.chainIds.map(chainName) } }
}

async function enabledChains(table: Table, mode: Mode): Promise<Chain[]> {
  const offers = await listNetworkOffers(table, mode)
  const enabled = offers.filter(({ status }) => status === 'enabled')
  return enabled.flatMap(({ chainId }) => chainById(chainId) ?? [])
}

function named(network: Network) {
  const hasRealMoney = chainById(network.chainId)?.network === 'mainnet'
  return { ...network, name: chainName(network.chainId), hasRealMoney }
}

async function notifiersOf(table: Table, mode: Mode) {
  const [connections, stored] = await Promise.all([
    listConnections(table, mode),
    listHealth(table, mode),
  ])
  return connections
    .filter(({ disconnectedAt }) => disconnectedAt === null)
    .map(({ notifier, problem }) => ({
      notifier,
      problem,
      health: stored.filter((each) => each.notifier === notifier),
    }))
}

/** Whoever hasn't resent them by then won't. */
const givenUpDays = 7

/** Canceled deliveries are among the failed ones, so one page may have none of these. */
const givenUpPages = 5
const givenUpPageSize = 100

/** How many of its latest deliveries failed permanently within some days, with a plus if there may be more. */
async function countGivenUp(
  table: Table,
  { mode, id: endpointId }: WebhookEndpoint,
  now: Date,
): Promise<string> {
  const since = new Date(now.getTime() - givenUpDays * 86_400_000)
  const failed = { status: 'failed', limit: givenUpPageSize } as const
  let count = 0
  let before: string | undefined
  for (let page = 0; page < givenUpPages && count < givenUpPageSize; page += 1) {
    const options = { ...failed, before }
    const { items, nextCursor } = await listDeliveriesOfEndpoint(
      table,
      { mode, endpointId },
      options,
    )
    count += items.filter(({ endedAt }) => endedAt && endedAt >= since).length
    if (nextCursor === null) return `${count}`
    before = nextCursor
  }
  return count === 0 ? '0' : `${count}+`
}
