import { size } from 'viem'
import { formatBase, smaller } from '../kernel/money.ts'
import { transact } from '../kernel/store/transact.ts'
import { deployer, deploymentData } from './delegate/sweep-delegate.ts'
import { codeAt, hasDelegations, isDeployed } from './delegate/usable-delegate.ts'
import { feesOf, highestCost } from './gas-prices.ts'
import { withMargin } from './plan-native.ts'
import { type Planning, type Prepared, spendGas } from './planning.ts'
import { ceilingFactor, isActive } from './rules/sweep.ts'
import { startPlanning } from './start-planning.ts'
import {
  type DelegateProgress,
  type DelegateRequest,
  delegateProgressWrite,
  loadDelegateProgress,
  loadDelegateRequest,
} from './store/delegate-requests.ts'
import { loadSweep } from './store/sweeps.ts'
import { storePlan } from './store-plan.ts'
import type { SigningChain, SweepServices } from './sweep-services.ts'
import { estimateGas } from './transactions/simulate.ts'

const dayMs = 86_400_000

type Order = { request: DelegateRequest; progress: DelegateProgress }

/**
 * Plans the deployment of the contract that addresses delegate to, if an operator ordered it: one transaction for each
 * order, which costs less than its cap. Returns how many were planned. Throws `ChainUnavailable`.
 */
export async function planDeployment(
  services: SweepServices,
  chain: SigningChain,
): Promise<number> {
  const { chainId } = chain.client.chain
  const request = await loadDelegateRequest(services.table, chain.mode, chainId)
  if (!request) return 0
  const progress = await loadDelegateProgress(services.table, request)
  if (progress.endedAt !== null) return 0
  const order = { request, progress }
  if (progress.sweepId !== null) return endIfDone(services, order)
  const planning = await startPlanning(services, chain)
  if (!planning) return end(services, order, 'the chain has no payout wallet')
  const next = await prepare(planning, order)
  if (next === 'deployed') return end(services, order, null)
  if (next === 'waits') return 0
  if ('refusal' in next) return end(services, order, next.refusal)
  const stored = await storePlan(planning, next, ({ id }) =>
    delegateProgressWrite(request, { ...progress, sweepId: id }),
  )
  return stored ? 1 : 0
}

/** Once its transaction has ended. */
async function endIfDone(services: SweepServices, order: Order): Promise<0> {
  const { request, progress } = order
  const sweep = await loadSweep(services.table, request.mode, progress.sweepId ?? '')
  if (sweep && isActive(sweep)) return 0
  return end(services, order, sweep?.status === 'final' ? null : 'its transaction was not mined')
}

/** Ends an order, and alerts its owner if nothing was deployed. */
async function end(
  { table, now, alert }: SweepServices,
  { request, progress }: Order,
  failure: string | null,
): Promise<0> {
  const { mode, chainId } = request
  if (failure !== null) {
    const message = `The contract for EIP-7702 batches was not deployed: ${failure}.`
    alert({ mode, chainId, message })
  }
  await transact(table, [delegateProgressWrite(request, { ...progress, endedAt: now() })])
  return 0
}

type Next = Prepared | { refusal: string } | 'deployed' | 'waits'

async function prepare(planning: Planning, { request }: Order): Promise<Next> {
  const { client, gasWallet, payout, services } = planning
  const of = { gasWallet, payout }
  if (await isDeployed(client, of)) return 'deployed'
  if (services.now().getTime() - request.requestedAt.getTime() > dayMs) {
    return { refusal: 'it was not possible within a day' }
  }
  if ((await codeAt(client, deployer)) === undefined) {
    return { refusal: `the chain has no contract at ${deployer}, which deploys it` }
  }
  if (!(await hasDelegations(client, services))) {
    return { refusal: 'the chain or its node has no EIP-7702' }
  }
  const call = { to: deployer, value: 0n, data: deploymentData(of) } as const
  const estimate = await estimateGas(client, gasWallet, call)
  // Nodes don't estimate what can't be paid.
  if ('refusal' in estimate) return 'waits'
  const gas = withMargin(estimate.gas)
  return withinCap(planning, request, { gas, dataBytes: size(call.data) })
}

/** What it would cost, if that is below its cap and the gas wallet can pay it. */
async function withinCap(
  planning: Planning,
  { gasCapBase }: DelegateRequest,
  { gas, dataBytes }: { gas: bigint; dataBytes: number },
): Promise<Next> {
  const { client, market, gasWallet, payout } = planning
  const fees = feesOf(client, market, 'deployment')
  const costBase = await highestCost(client, { gas, fees, dataBytes })
  const { symbol, decimals } = client.chain.native
  const text = (base: bigint) => `${formatBase(base, decimals)} ${symbol}`
  if (costBase > gasCapBase) {
    return { refusal: `it costs up to ${text(costBase)} now, and its cap is ${text(gasCapBase)}` }
  }
  if (!spendGas(planning, costBase)) return 'waits'
  const dataFee = costBase - gas * fees.maxFeePerGas
  const affordable = (gasCapBase - dataFee) / gas
  return {
    ...{ kind: 'deployment', sender: gasWallet, recipient: payout, gas, validBefore: null },
    ...{ candidates: [], items: [] },
    capBase: gasCapBase,
    ceilingPerGas: smaller(fees.maxFeePerGas * ceilingFactor, affordable),
  }
}
