import { expect, onTestFinished } from 'vitest'
import type { Settings } from '../../shared/settings/rules/settings.ts'
import { blockSeconds, payer, startTestChain } from '../chain-fixture.ts'
import { hex, startTill, type Till } from './till.ts'

/** 25 USD at 2,500 USD for one ETH. */
export const ether = 10_000_000_000_000_000n
export const usdc = 25_000_000n
export const open = { assetSelected: false } as const
export const isDown = () => ({ error: { code: -32000, message: 'node is down' } })
export const lock = (till: Till) => ({
  chainId: till.chain.chain.chainId,
  asset: 'ETH',
  ...{ tokenAddress: null, decimals: 18, amountBase: ether, unitPriceUsd: '2500' },
  expiresAt: new Date(0),
})

/** A session over 25 USD whose page opens on ETH, and a payer with USDC. */
export async function opened(settings: Partial<Settings> = {}) {
  const till = await startTill({ settings })
  onTestFinished(till.stop)
  await till.chain.mintUsdc(payer, usdc * 100n)
  await till.mine()
  const session = await till.openSession({ ...open, lock: lock(till) })
  return { till, session }
}

/** The same beside a second chain. */
export async function onTwoChains(settings: Partial<Settings> = {}) {
  const { till, session } = await opened(settings)
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  till.alsoOn(other.client)
  /** The other chain's clock follows. */
  const both = async (blocks: number) => {
    await till.mine(blocks)
    const { timestamp } = await other.node.getBlock()
    const behindMs = till.clock().getTime() - Number(timestamp) * 1000
    await other.mine(Math.max(blocks, behindMs / (blockSeconds * 1000)))
  }
  await both(1)
  return { till, session, other, both }
}

/** Late money for the coin that is shown, on the second chain; the first one is down from then on. */
export async function lateBesideChainDown() {
  const { till, session, other, both } = await onTwoChains()
  await till.choose(session.id, 'ETH', 31338)
  await both(31)
  await other.send({ to: hex(session.address), value: ether })
  await both(1)
  till.chain.proxy.intercept(isDown)
  expect(await till.scan(session)).toMatchObject({ status: 'pending', closedAt: null })
  return { till, session, both }
}
