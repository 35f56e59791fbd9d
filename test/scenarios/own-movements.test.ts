import { keccak256 } from 'viem'
import { beforeEach, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { OwnMovement } from '../../shared/payments/ledger/rules/address-movement.ts'
import { saveAddressMovement } from '../../shared/payments/ledger/store/address-movements.ts'
import { otherPayer } from '../chain-fixture.ts'
import { type Address, type EngineHarness, hex } from './engine-harness.ts'
import { newPayer, tokenCall, usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 10n ** 16n
const gasSent = 10n ** 15n
const gasPrice = 2_000_000_000n
const chainId = 31337

let engine: EngineHarness

withEngine(async (started) => {
  engine = started
  await engine.mine()
})
// A clock that a test put forward is the chain's again.
beforeEach(() => engine.mine())

function alertsOf({ id }: CheckoutSession): string[] {
  return engine.alerts.filter((text) => text.includes(id))
}

type Call = { to: Address; value?: bigint; data?: `0x${string}`; gas?: bigint }

/** A transaction sent by the deposit address, and its fee. */
async function sendFrom(session: CheckoutSession, call: Call) {
  const { node } = engine.chain
  const account = hex(session.address)
  await node.impersonateAccount({ address: account })
  const txHash = await node.sendTransaction({
    gas: 80_000n,
    ...call,
    account,
    chain: null,
    gasPrice,
  })
  await engine.mine()
  const receipt = await node.getTransactionReceipt({ hash: txHash })
  expect(receipt.status).toBe('success')
  const { blockNumber, gasUsed, effectiveGasPrice } = receipt
  return { txHash, blockNumber, feeBase: gasUsed * effectiveGasPrice }
}

function note({ mode, id: sessionId }: CheckoutSession, movement: Omit<OwnMovement, 'chainId'>) {
  return saveAddressMovement(engine.table, { mode, sessionId }, { chainId, ...movement })
}

/** Sweeps the native coin, minus the fee. */
async function sweepCoin(session: CheckoutSession): Promise<void> {
  const value = full - gasSent
  const { txHash, blockNumber, feeBase } = await sendFrom(session, { to: otherPayer, value })
  const sent = { tokenAddress: null, txHash, blockNumber }
  await note(session, { ...sent, kind: 'sweep', amountBase: value })
  await note(session, { ...sent, kind: 'fee', amountBase: feeBase })
}

/** Sweeps USDC, with gas sent first. */
async function sweepUsdc(session: CheckoutSession): Promise<void> {
  const { lock } = session
  const gasHash = await engine.pay(session, gasSent)
  await engine.mine()
  const { blockNumber: gasBlock } = await engine.chain.node.getTransactionReceipt({ hash: gasHash })
  const gas = { tokenAddress: null, txHash: gasHash, blockNumber: gasBlock }
  await note(session, { ...gas, kind: 'gas', amountBase: gasSent })
  const call = tokenCall({ name: 'transfer', args: [otherPayer, lock.amountBase] })
  const { txHash, blockNumber, feeBase } = await sendFrom(session, call)
  const sent = { txHash, blockNumber }
  const swept = { tokenAddress: lock.tokenAddress, amountBase: lock.amountBase }
  await note(session, { ...sent, ...swept, kind: 'sweep' })
  await note(session, { ...sent, tokenAddress: null, kind: 'fee', amountBase: feeBase })
}

const ways = [
  {
    in: 'coin',
    lock: { ...usdcLock(full), asset: 'ETH', tokenAddress: null, decimals: 18 },
    sweep: sweepCoin,
  },
  { in: 'USDC', lock: usdcLock(25_000_000n), sweep: sweepUsdc },
]

it.each(ways)(
  'a swept payment in $in still counts, and nothing else is treated as a deposit',
  async (way) => {
    const session = await engine.openSession({ lock: way.lock })
    const isCoin = way.lock.tokenAddress === null
    const pay = (amount: bigint) =>
      isCoin ? engine.pay(session, amount) : engine.payUsdc(session, amount)
    await pay(way.lock.amountBase)
    expect(await engine.settle(session)).toBe('paid')
    await way.sweep(session)
    await engine.recheckClosed(await engine.load(session))
    expect(await engine.unmatchedOf(session)).toEqual([])
    expect(alertsOf(session)).toEqual([])

    // Exactly a further deposit is shown to the operator, whichever node or block it is found by.
    await engine.mine(90)
    await pay(7n)
    await engine.mine(3)
    await engine.recheckClosed(await engine.load(session))
    const found = [{ sessionId: session.id, symbol: way.lock.asset, amountBase: 7n }]
    expect(await engine.unmatchedOf(session)).toMatchObject(found)
    expect(await engine.transfersOf(session)).toMatchObject([{ amountBase: way.lock.amountBase }])
    await engine.reorg(3)
    await engine.recheckClosed(await engine.load(session))
    expect(await engine.unmatchedOf(session)).toEqual([])
    expect(alertsOf(session)).toEqual([])
  },
)

it('a swept partial payment in the native coin is completed by the rest', async () => {
  const session = await engine.openSession({ lock: ways[0]?.lock ?? usdcLock(1n) })
  await engine.pay(session, full / 2n)
  expect(await engine.settle(session)).toBe('underpaid')
  const value = full / 4n
  const { txHash, blockNumber, feeBase } = await sendFrom(session, { to: otherPayer, value })
  const sent = { tokenAddress: null, txHash, blockNumber }
  await note(session, { ...sent, kind: 'sweep', amountBase: value })
  await note(session, { ...sent, kind: 'fee', amountBase: feeBase })
  await engine.pay(session, full / 2n)
  await engine.mine(4)
  await engine.reconcile()
  const paid = { status: 'paid', received: { confirmedBase: full } }
  expect(await engine.load(session)).toMatchObject(paid)
})

it('so is a swept partial payment in USDC, whatever gas that cost', async () => {
  const owed = 25_000_000n
  const session = await engine.openSession({ lock: usdcLock(owed) })
  await engine.payUsdc(session, owed - 5n)
  expect(await engine.settle(session)).toBe('underpaid')
  await sweepUsdc({ ...session, lock: usdcLock(owed - 5n) })
  await engine.payUsdc(session, 5n)
  await engine.mine(4)
  await engine.reconcile()
  const paid = { status: 'paid', received: { confirmedBase: owed } }
  expect(await engine.load(session)).toMatchObject(paid)
})

it('gas that we sent does not replace a payment that left the chain', async () => {
  const [customer, funder] = [await newPayer(engine), await newPayer(engine)]
  await engine.mine()
  const lock = ways[0]?.lock ?? usdcLock(1n)
  const session = await engine.openSession({ lock, confirmationsRequired: 1 })
  const to = hex(session.address)
  await customer.send(await customer.sign({ to, value: full, nonce: 0 }))
  await engine.mine()
  await engine.scan(session)
  engine.passSeconds(61)
  await engine.recheck(session)
  expect(await engine.statusOf(session)).toBe('paid')
  const gas = await funder.sign({ to, value: gasSent, nonce: 0 })
  await engine.reorg(1, [[gas, 0]])
  const blockNumber = await engine.chain.node.getBlockNumber()
  const sent = { tokenAddress: null, txHash: keccak256(gas), blockNumber, amountBase: gasSent }
  await note(session, { ...sent, kind: 'gas' })
  await engine.recheckClosed(await engine.load(session))
  const standing = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
  expect(standing).toEqual([])
  expect(await engine.unmatchedOf(session)).toEqual([])
  expect(alertsOf(session)).toEqual([expect.stringContaining('holds 0 base units of ETH now')])
})

it('native coin swept to the last unit still counts, even if a transaction was replaced', async () => {
  const customer = await newPayer(engine)
  await engine.mine()
  const session = await engine.openSession({ lock: ways[0]?.lock ?? usdcLock(1n) })
  const to = hex(session.address)
  await customer.send(await customer.sign({ to, value: full / 2n, nonce: 0 }))
  await engine.mine()
  await engine.scan(session)
  await engine.reorg(1, [[await customer.sign({ to, value: full, nonce: 0 }), 0]])
  expect(await engine.settle(session)).toBe('paid')
  const value = full - 21_000n * gasPrice
  const { txHash, blockNumber, feeBase } = await sendFrom(session, {
    to: otherPayer,
    value,
    gas: 21_000n,
  })
  const sent = { tokenAddress: null, txHash, blockNumber }
  await note(session, { ...sent, kind: 'sweep', amountBase: value })
  await note(session, { ...sent, kind: 'fee', amountBase: feeBase })
  await engine.mine(95)
  await engine.recheckClosed(await engine.load(session))
  const standing = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
  expect(standing).toMatchObject([{ amountBase: full }])
  expect(await engine.unmatchedOf(session)).toEqual([])
  expect(alertsOf(session)).toEqual([])
})
