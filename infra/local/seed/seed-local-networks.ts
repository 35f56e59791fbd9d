import { seedNetworks } from '../../../shared/payments/networks/seed-networks.ts'
import type { CallOperator } from '../../operate/call-operator.ts'
import { StartupError } from '../startup-error.ts'

/** Enables the local chains at the first start, and corrects their nodes' ports at every other. */
export async function seedLocalNetworks(
  call: CallOperator,
  chains: readonly { chainId: number; rpcUrl: string }[],
): Promise<void> {
  const networks = chains.map(({ chainId, rpcUrl }) => ({ chainId, urls: [rpcUrl] }))
  const { left, unverified } = await call(seedNetworks, { networks })
  const problems = [...left, ...unverified]
  if (problems.length === 0) return
  const reasons = problems.map(({ reason }) => reason).join(' ')
  throw new StartupError(`The instance could not be started: ${reasons}`)
}
