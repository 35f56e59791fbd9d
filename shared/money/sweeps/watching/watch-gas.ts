import { readGasMarket } from '../../../chain/sending/read-gas-market.ts'
import { divideRoundingUp, formatBase, larger } from '../../../kernel/money.ts'
import { expectedGas } from '../planning/expected-gas.ts'
import {
  announcement,
  type GasBalance,
  type GasLevel,
  gasLevel,
  unpaidNow,
} from '../rules/gas-level.ts'
import { useOfAddresses } from '../rules/gas-use.ts'
import { type GasCheck, loadGasCheck, saveGasCheck } from '../store/gas-levels.ts'
import { forecastDays, recentGasUse } from '../store/gas-use.ts'
import type { SweepingChain, SweepServices, SweptChain } from '../sweep-services.ts'
import { gasLeft } from './gas-left.ts'

export type GasDemand = {
  unpaidBase: bigint
  /** Addresses with tokens that are due, swept or not. */
  tokens: number
}

const hourMs = 3_600_000
/** The coin should be enough for a week like the last month, so that its owner has time to send more. */
const aheadDays = 7n
/** Also enough for this many addresses, on a chain whose tokens anyone may pay with at any time. */
const firstAddresses = 10
/** More may be dust, which nobody sends coin for. */
const mostAddresses = 50

/**
 * Announces once a day that a chain's gas wallet has too little coin for the sweeps that wait, or for those that are
 * expected next, with the amount to send. Checks it while there is reason to, otherwise every hour. Returns whether what
 * waited for coin can be paid now. Throws `ChainUnavailable`.
 */
export async function watchGas(
  services: SweepServices,
  chain: SweepingChain,
  demand: GasDemand,
): Promise<boolean> {
  const { table, now } = services
  const { mode, client } = chain
  const { chainId } = client.chain
  const check = await loadGasCheck(table, { mode, chainId })
  if (!isDue(check, demand, now())) return false
  if (!(await services.payoutWallet(mode, chainId))) return false
  const gasWallet = await services.gasWallet(mode)
  const unpaid = unpaidNow(check.unpaid, demand.unpaidBase, now())
  const found = { tokens: demand.tokens, unpaidBase: unpaid?.base ?? 0n }
  const balance = await forecast(services, chain, { gasWallet, demand: found })
  const level = gasLevel(balance)
  const next = announcement(check.announced, level, now())
  if (level && next.isDue) {
    services.alert({ mode, chainId, message: messageOf(chain, level, { ...balance, gasWallet }) })
  }
  // Afterwards, so that a crash repeats it instead of losing it.
  const { announced } = next
  const left = level === 'empty' ? unpaid : null
  await saveGasCheck(table, { mode, chainId }, { checkedAt: now(), announced, unpaid: left })
  return check.unpaid !== null && level !== 'empty'
}

function isDue({ checkedAt, announced }: GasCheck, { unpaidBase, tokens }: GasDemand, now: Date) {
  const isOld = checkedAt === null || now.getTime() - checkedAt.getTime() >= hourMs
  return isOld || unpaidBase > 0n || tokens > 0 || Object.keys(announced).length > 0
}

type Forecast = GasBalance & { monthBase: bigint }
type Of = { gasWallet: `0x${string}`; demand: GasDemand }

async function forecast(
  services: SweepServices,
  chain: SweepingChain,
  { gasWallet, demand }: Of,
): Promise<Forecast> {
  const { table, now } = services
  const { mode, client } = chain
  const { chainId } = client.chain
  const [market, leftBase, used, takesTokens] = await Promise.all([
    readGasMarket(client, { now: now() }),
    gasLeft(services, chain, gasWallet),
    recentGasUse(table, { mode, chainId, now: now() }),
    services.takesTokens(client.chain),
  ])
  const addresses = Math.max(
    Math.min(demand.tokens, mostAddresses),
    takesTokens ? firstAddresses : 0,
  )
  const [monthBase, nextBase] = await Promise.all([
    expectedGas(client, market, used),
    expectedGas(client, market, useOfAddresses(addresses)),
  ])
  const expectedBase = larger(nextBase, (monthBase * aheadDays) / BigInt(forecastDays))
  return { leftBase, unpaidBase: demand.unpaidBase, expectedBase, monthBase }
}

function messageOf(
  { client: { chain } }: SweptChain,
  level: GasLevel,
  { gasWallet, leftBase, unpaidBase, expectedBase, monthBase }: Forecast & { gasWallet: string },
): string {
  const { symbol, decimals } = chain.native
  const text = (base: bigint) =>
    `${formatBase(divideRoundingUp(base, 10n ** BigInt(decimals - 6)), 6)} ${symbol}`
  const neededBase = unpaidBase + larger(expectedBase, monthBase)
  const state =
    level === 'empty'
      ? `too little ${symbol}, so tokens are not swept`
      : `only ${formatBase(leftBase, decimals)} ${symbol} left, less than the next sweeps of tokens need`
  return `The gas wallet ${gasWallet} on ${chain.name} has ${state}: send it at least ${text(unpaidBase + expectedBase - leftBase)}. With ${text(neededBase - leftBase)} it has enough for a month.`
}
