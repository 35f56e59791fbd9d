import { toHex } from 'viem'
import { beforeEach, expect, it } from 'vitest'
import { type Address, type EngineHarness, hex } from './engine-harness.ts'
import { inEffect, ledgerProblems, type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n
const hour = 3_700

let engine: EngineHarness
let sweeping: Sweeping
let contract: Address
let contracts = 0

withEngine((started) => {
  engine = started
})

beforeEach(async () => {
  contracts += 1
  contract = hex(`0x${`c${contracts}`.repeat(20)}`)
  sweeping = startSweeping(engine, {
    services: { payoutWallet: async () => inEffect(contract) },
  })
  await engine.mineAfter(400)
  return () => engine.chain.proxy.intercept(undefined)
})

/** Takes one wei, and refuses more. */
const takesOneWei = '0x34600110600857005b60006000fd'
const refusesAll = '0x60006000fd'

const become = (bytecode: Address) => engine.chain.node.setCode({ address: contract, bytecode })

const paidInCoin = () => sweeping.paidInCoin(coin)

async function passHours(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    await engine.mineAfter(hour)
    await sweeping.run()
    await engine.mine(4)
    await sweeping.run()
  }
}

const sent = async () => (await sweeping.sweeps()).filter(({ recipient }) => recipient === contract)

it('one that takes one wei and refuses the rest costs no fee, is announced once, and paid once it takes coin', async () => {
  await become(takesOneWei)
  const sessions = [await paidInCoin(), await paidInCoin()]
  await passHours(9)
  expect(await sent()).toEqual([])
  expect(sweeping.alerts).toEqual([expect.stringContaining(`the payout wallet ${contract}`)])
  await become('0x')
  await engine.mineAfter(hour)
  await sweeping.runToEnd()
  for (const { address } of sessions) expect(await sweeping.balance(address)).toBe(0n)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('three failures that no simulation foresaw stop it, until one has failed and another succeeds', async () => {
  await become(refusesAll)
  const foreseesNothing = ({ method }: { method: string }) =>
    method === 'eth_estimateGas' ? { result: toHex(60_000n) } : undefined
  engine.chain.proxy.intercept(foreseesNothing)
  const session = await paidInCoin()
  await passHours(30)
  const failed = await sent()
  expect(failed).toHaveLength(3)
  expect(sweeping.alerts).toEqual([
    expect.stringContaining('was mined without moving'),
    expect.stringContaining('have failed 3 times for one cause'),
  ])
  engine.chain.proxy.intercept(undefined)
  await passHours(25)
  expect(await sent()).toHaveLength(3)
  await become('0x')
  await passHours(25)
  expect(await sweeping.balance(session.address)).toBe(0n)
  expect(await ledgerProblems(sweeping, await sweeping.holdingsOf(session))).toEqual([])
})
