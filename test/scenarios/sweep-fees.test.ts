import { concatHex, encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { payer } from '../chain-fixture.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { coinLock, usdcLock } from './paying.ts'
import { gasAccount, inEffect, ledgerProblems, payout, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n
const oracle = '0x420000000000000000000000000000000000000F'

let engine: EngineHarness

withEngine((started) => {
  engine = started
})

/** A contract that returns this number whatever it is asked: push, store, return 32 bytes. */
const returning = (value: bigint) =>
  concatHex(['0x7f', numberToHex(value, { size: 32 }), '0x60005260206000f3'])

/** A chain like those of the OP Stack, whose data fee and operator fee are this much each. */
async function opStack(feeBase: bigint) {
  await engine.chain.node.setCode({ address: oracle, bytecode: returning(feeBase) })
  const fees = { ...engine.chain.chain.fees, dataFee: 'op-stack' } as const
  const sweeping = startSweeping(engine, { chain: { fees } })
  await sweeping.fundGasWallet()
  return sweeping
}

it('the data fee of the OP Stack is left at the address one and a half times, since nothing can cap it', async () => {
  const feeBase = 10n ** 12n
  const sweeping = await opStack(feeBase)
  const session = await sweeping.openPaid(coinLock(coin))
  await engine.pay(session, coin)
  await engine.mineAfter(400)
  await engine.mine(4)
  const before = await sweeping.balance(payout)
  await sweeping.run()
  await engine.mine(4)
  await sweeping.run()
  const [sweep] = await sweeping.sweeps()
  // This chain doesn't charge it.
  expect(await sweeping.balance(session.address)).toBe(((feeBase + feeBase) * 3n) / 2n)
  expect((await sweeping.balance(payout)) - before).toBe(sweep?.attempts[0]?.valueBase)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('coin that the data fee would take all of waits', async () => {
  const sweeping = await opStack(coin)
  const session = await sweeping.openPaid(coinLock(coin))
  await engine.pay(session, coin)
  await engine.mineAfter(400)
  await engine.mine(4)
  await sweeping.run()
  const holding = (await sweeping.holdings()).find(({ address }) => address === session.address)
  expect(holding?.waiting).toMatchObject({ reason: 'fee_too_high' })
})

it('a payout wallet that is a contract gets the gas that it needs, and the rest stays as dust', async () => {
  const contract = hex(`0x${'c0'.repeat(20)}`)
  // Stores something, so that it costs more than a transfer to an account.
  await engine.chain.node.setCode({ address: contract, bytecode: '0x4360005500' })
  const services = { payoutWallet: async () => inEffect(contract) }
  const sweeping = startSweeping(engine, { services })
  const session = await sweeping.openPaid(coinLock(coin))
  await engine.pay(session, coin)
  await engine.mineAfter(400)
  await engine.mine(4)
  await sweeping.run()
  await engine.mine(4)
  await sweeping.run()
  const sweep = (await sweeping.sweeps()).find(({ recipient }) => recipient === contract)
  expect(sweep).toMatchObject({ status: 'final', items: [{ failure: null }] })
  expect(sweep?.gas).toBeGreaterThan(21_000n)
  const left = await sweeping.balance(session.address)
  expect(left).toBeGreaterThan(0n)
  expect(left).toBeLessThan(coin / 100n)
  expect(await sweeping.balance(contract)).toBe(sweep?.items[0]?.movedBase)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('a batch that succeeds may have left an item behind, which is not counted as swept', async () => {
  const sweeping = startSweeping(engine)
  await sweeping.fundGasWallet()
  const sessions = [
    await sweeping.openPaid(usdcLock(usdc)),
    await sweeping.openPaid(usdcLock(usdc)),
  ]
  for (const session of sessions) await engine.payUsdc(session, usdc)
  await engine.mineAfter(400)
  await engine.mine(4)
  await sweeping.run()
  const sweep = (await sweeping.sweeps()).find(({ kind }) => kind === 'authorized')
  const [gone, kept] = sweep?.items ?? []
  if (!sweep || !gone || !kept) throw new Error('two addresses are swept')
  // In the same block, before the batch: the address has less than it authorized.
  const account = hex(gone.address)
  const { node } = engine.chain
  await node.impersonateAccount({ address: account })
  await node.setBalance({ address: account, value: 10n ** 18n })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payer, 1n] })
  const call = { account, chain: null, to: localAddresses.testUsdc, data, gas: 100_000n } as const
  await node.sendTransaction({ ...call, gasPrice: 10n ** 12n })
  await engine.mine(4)
  await sweeping.run()
  const final = (await sweeping.sweeps()).find(({ id }) => id === sweep.id)
  expect(final).toMatchObject({
    status: 'final',
    sender: gasAccount.address,
    items: [
      { address: gone.address, movedBase: 0n, failure: 'The batch left it behind.' },
      { address: kept.address, movedBase: usdc, failure: null },
    ],
  })
  const holding = (await sweeping.holdings()).find(
    ({ address, symbol }) => address === gone.address && symbol === 'USDC',
  )
  expect(holding).toMatchObject({ sweptBase: 0n, sweepId: null, waiting: { reason: 'refused' } })
  await engine.mineAfter(3_700)
  await sweeping.runToEnd()
  expect(await sweeping.balance(gone.address, usdcLock(1n).tokenAddress)).toBe(0n)
})
