import { expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { holdsNothing } from '../../shared/payments/ledger/holdings/holds-nothing.ts'
import { startNodeProxy } from '../node-proxy.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n

let engine: EngineHarness

withEngine((started) => {
  engine = started
})

const nothing = ({ mode, id: sessionId }: CheckoutSession) =>
  holdsNothing(engine.deps, { mode, sessionId })

it('one request tells that an address holds nothing', async () => {
  const session = await engine.openSession()
  await nothing(session)
  engine.chain.proxy.requests.length = 0
  expect(await nothing(session)).toBe(true)
  expect(engine.chain.proxy.requests.map(({ method }) => method)).toEqual(['eth_getBalance'])
})

it('a payment is seen, in each coin that the session may be paid in', async () => {
  const inCoin = await engine.openSession()
  const inToken = await engine.openSession({ lock: usdcLock(full) })
  const { lock, expiresAt, lateUntil, confirmationsRequired } = inToken
  const otherTerms = [{ lock, expiresAt, lateUntil, confirmationsRequired }]
  const inEarlierCoin = await engine.openSession({ otherTerms })
  await engine.pay(inCoin, full)
  await engine.chain.mintUsdc(hex(inToken.address), full)
  await engine.chain.mintUsdc(hex(inEarlierCoin.address), full)
  await engine.mine()
  expect(await nothing(inCoin)).toBe(false)
  expect(await nothing(inToken)).toBe(false)
  expect(await nothing(inEarlierCoin)).toBe(false)
})

it('a session that has seen money or its deadline needs a scan in any case', async () => {
  const paid = await engine.openSession()
  const over = await engine.openSession()
  await engine.pay(paid, full)
  await engine.mine()
  await engine.scan(paid)
  expect(await nothing(paid)).toBe(false)
  engine.passSeconds(301)
  expect(await nothing(over)).toBe(false)
})

it('a node that hides money is believed for one turn only, and one that fails never', async () => {
  const hiding = startNodeProxy(engine.chain.rpcUrl)
  engine.useNodes(engine.chain.proxy.rpcUrl, hiding.rpcUrl)
  await engine.mine()
  const session = await engine.openSession()
  await engine.pay(session, full)
  await engine.mine()
  hiding.intercept(({ method }) => (method === 'eth_getBalance' ? { result: '0x0' } : undefined))
  const turns = [await nothing(session)]
  engine.passSeconds(10)
  turns.push(await nothing(session))
  expect(turns.sort()).toEqual([false, true])

  const other = await engine.openSession()
  hiding.intercept(() => ({ error: { code: -32_000, message: 'out of order' } }))
  const failing = [await nothing(other)]
  engine.passSeconds(10)
  failing.push(await nothing(other))
  expect(failing.sort()).toEqual([false, true])
  hiding.stop()
  engine.useNodes()
})
