import { setTimeout } from 'node:timers/promises'
import { erc20Abi } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { CheckoutSession } from '../../../sdk/src/index.ts'
import { requestSweep } from '../../../shared/money/sweeps/request-sweep.ts'
import { operatorFunctions } from '../../operate/operator-functions.ts'
import { localClient } from '../chains/local-client.ts'
import type { InstanceFile } from '../instance-file.ts'
import type { Screen } from './screen.ts'

const pollMs = 500

/** Base units of each asset of the test chain, by symbol. */
export type PayoutBalances = ReadonlyMap<string, bigint>

export async function payoutBalances({ chains }: InstanceFile): Promise<PayoutBalances> {
  const chain = testChain(chains)
  const client = localClient(chain)
  const { payoutAddress: address } = chain
  const read = chain.assets.map(async ({ symbol, tokenAddress }) => {
    if (tokenAddress === null) return [symbol, await getBalance(client, { address })] as const
    const contract = { address: tokenAddress, abi: erc20Abi, args: [address] } as const
    return [symbol, await readContract(client, { ...contract, functionName: 'balanceOf' })] as const
  })
  return new Map(await Promise.all(read))
}

type Demo = { instance: InstanceFile; dataDir: string; screen: Screen; signal: AbortSignal }
/** Has the paid money swept, as an operator does, and returns once the payout wallet has it. */
export async function followSweep(
  { instance, dataDir, screen, signal }: Demo,
  { sessions, before }: { sessions: readonly CheckoutSession[]; before: PayoutBalances },
): Promise<void> {
  const call = await operatorFunctions({ dataDir, functionPrefix: undefined })
  await call(requestSweep, { mode: 'test' })
  screen.waiting('for the money to reach the payout wallet (by default within a minute)')
  const symbols = new Set(sessions.map(({ asset }) => asset))
  for (;;) {
    const now = await payoutBalances(instance)
    const hasArrived = [...symbols].every((one) => (now.get(one) ?? 0n) > (before.get(one) ?? 0n))
    if (hasArrived) break
    await setTimeout(pollMs, undefined, { signal })
  }
  const { payoutAddress } = testChain(instance.chains)
  screen.step(`${[...symbols].join(' and ')} swept to the payout wallet`, payoutAddress)
}

function testChain(chains: InstanceFile['chains']): InstanceFile['chains'][number] {
  const chain = chains.find(({ mode }) => mode === 'test')
  if (!chain) throw new Error('This instance has no test chain.')
  return chain
}
