import { onTestFinished } from 'vitest'
import type { Settings } from '../../shared/records/settings/rules/settings.ts'
import { blockSeconds, payer, startTestChain } from '../chain-fixture.ts'
import { type EngineHarness, startEngineHarness } from './engine-harness.ts'

/** 25 USD at 2,500 USD for one ETH. */
export const ether = 10_000_000_000_000_000n
export const usdc = 25_000_000n
export const open = { assetSelected: false } as const
export const isDown = () => ({ error: { code: -32000, message: 'node is down' } })
export const lock = (engine: EngineHarness) => ({
  chainId: engine.chain.chain.chainId,
  asset: 'ETH',
  tokenAddress: null,
  decimals: 18,
  amountBase: ether,
  unitPriceUsd: '2500',
  expiresAt: new Date(0),
})

/** A session over 25 USD whose page opens on ETH, and a payer with USDC. */
export async function opened(settings: Partial<Settings> = {}) {
  const engine = await startEngineHarness({ settings })
  onTestFinished(engine.stop)
  await engine.chain.mintUsdc(payer, usdc * 100n)
  await engine.mine()
  const session = await engine.openSession({ ...open, lock: lock(engine) })
  return { engine, session }
}

/** With a second chain. */
export async function onTwoChains(settings: Partial<Settings> = {}) {
  const { engine, session } = await opened(settings)
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  engine.enableChain(other.client)
  /** The other chain's clock follows. */
  const both = async (blocks: number) => {
    await engine.mine(blocks)
    const { timestamp } = await other.node.getBlock()
    const behindMs = engine.clock().getTime() - Number(timestamp) * 1000
    await other.mine(Math.max(blocks, behindMs / (blockSeconds * 1000)))
  }
  await both(1)
  return { engine, session, other, both }
}
