import { expect, it } from 'vitest'
import { TokenUnreadable } from '../../shared/chain/token-unreadable.ts'
import { payer } from '../chain-fixture.ts'
import { usdcLock } from './paying.ts'
import { hex, openTill, type Till } from './till.ts'

const burnsAllGas = '0xfe'

/** The contract of the chain's USDC fails from now on. */
function breakUsdc({ chain }: Till): Promise<void> {
  const [token] = chain.chain.tokens
  return chain.node.setCode({ address: hex(token?.address ?? ''), bytecode: burnsAllGas })
}

it('a token that fails delays nobody who pays otherwise, and its own session stays open', async () => {
  const till = await openTill()
  await till.chain.mintUsdc(payer, 5_000_000n)
  const inCoin = await till.openSession()
  const inToken = await till.openSession({ lock: usdcLock(1_000_000n) })
  await till.pay(inCoin, 1_000_000n)
  await till.mine()
  await breakUsdc(till)
  const { failures } = await till.reconcile()
  expect(failures).toEqual([expect.any(TokenUnreadable)])
  expect(await till.statusOf(inCoin)).toBe('detected')
  expect(await till.settle(inCoin)).toBe('paid')
  await till.mine(100)
  await till.reconcile()
  expect(await till.statusOf(inToken)).toBe('pending')
  await expect(till.scan(inToken)).rejects.toThrow('states no balance')
})

it('a token that fails keeps no other money at a closed address from being noted', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.mine(95)
  await till.reconcile()
  await till.chain.mintUsdc(hex(session.address), 5_000_000n)
  await till.mine()
  await till.lookAgain(await till.look(session))
  await till.chain.send({ to: hex(session.address), value: 700_000n })
  await till.mine()
  await breakUsdc(till)
  await expect(till.lookAgain(await till.look(session))).rejects.toThrow('not checked')
  expect(await till.unmatched()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ symbol: 'ETH', amountBase: 700_000n }),
      expect.objectContaining({ symbol: 'USDC', amountBase: 5_000_000n }),
    ]),
  )
})
