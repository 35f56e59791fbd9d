import { expect, it } from 'vitest'
import { TokenUnreadable } from '../../shared/chain/balances/token-unreadable.ts'
import { payer } from '../chain-fixture.ts'
import { type EngineHarness, engineHarness, hex } from './engine-harness.ts'
import { usdcLock } from './paying.ts'

const burnsAllGas = '0xfe'

/** Makes the chain's USDC contract fail from now on. */
function breakUsdc({ chain }: EngineHarness): Promise<void> {
  const [token] = chain.chain.tokens
  return chain.node.setCode({ address: hex(token?.address ?? ''), bytecode: burnsAllGas })
}

it('a failing token delays no payment in another asset, and its own session stays open', async () => {
  const engine = await engineHarness()
  await engine.chain.mintUsdc(payer, 5_000_000n)
  const inCoin = await engine.openSession()
  const inToken = await engine.openSession({ lock: usdcLock(1_000_000n) })
  await engine.pay(inCoin, 1_000_000n)
  await engine.mine()
  await breakUsdc(engine)
  const { failures } = await engine.reconcile()
  expect(failures).toEqual([expect.any(TokenUnreadable)])
  expect(await engine.statusOf(inCoin)).toBe('detected')
  expect(await engine.settle(inCoin)).toBe('paid')
  await engine.mine(100)
  await engine.reconcile()
  expect(await engine.statusOf(inToken)).toBe('pending')
  await expect(engine.scan(inToken)).rejects.toThrow('returns no balance')
})

it('a failing token doesn’t hide other money at a closed address', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await engine.mine(95)
  await engine.reconcile()
  await engine.chain.mintUsdc(hex(session.address), 5_000_000n)
  await engine.mine(3)
  await engine.recheckClosed(await engine.load(session))
  await engine.chain.send({ to: hex(session.address), value: 700_000n })
  await engine.mine(3)
  await breakUsdc(engine)
  await expect(engine.recheckClosed(await engine.load(session))).rejects.toThrow(
    'could not be checked',
  )
  expect(await engine.unmatched()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ symbol: 'ETH', amountBase: 700_000n }),
      expect.objectContaining({ symbol: 'USDC', amountBase: 5_000_000n }),
    ]),
  )
})
