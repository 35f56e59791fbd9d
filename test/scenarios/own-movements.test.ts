import { keccak256 } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import type { OwnMovement } from '../../shared/ledger/rules/address-movement.ts'
import { saveAddressMovement } from '../../shared/ledger/store/address-movements.ts'
import { otherPayer, payer } from '../chain-fixture.ts'
import { newPayer, tokenCall, usdcLock } from './paying.ts'
import { type Address, hex, startTill, type Till } from './till.ts'

const full = 10n ** 16n
const gasSent = 10n ** 15n
const gasPrice = 2_000_000_000n
const chainId = 31337

let till: Till

beforeAll(async () => {
  till = await startTill()
  await till.chain.mintUsdc(payer, full)
  await till.mine()
})
afterAll(() => till.stop())

type Call = { to: Address; value?: bigint; data?: `0x${string}`; gas?: bigint }

/** A transaction of the deposit address itself, and what it cost there. */
async function sendFrom(session: CheckoutSession, call: Call) {
  const { node } = till.chain
  const account = hex(session.address)
  await node.impersonateAccount({ address: account })
  const txHash = await node.sendTransaction({
    gas: 80_000n,
    ...call,
    account,
    chain: null,
    gasPrice,
  })
  await till.mine()
  const receipt = await node.getTransactionReceipt({ hash: txHash })
  expect(receipt.status).toBe('success')
  const { blockNumber, gasUsed, effectiveGasPrice } = receipt
  return { txHash, blockNumber, feeBase: gasUsed * effectiveGasPrice }
}

function note({ mode, id: sessionId }: CheckoutSession, movement: Omit<OwnMovement, 'chainId'>) {
  return saveAddressMovement(till.table, { mode, sessionId }, { chainId, ...movement })
}

/** Sends on what came in coin, but for what it costs. */
async function sweepCoin(session: CheckoutSession): Promise<void> {
  const value = full - gasSent
  const { txHash, blockNumber, feeBase } = await sendFrom(session, { to: otherPayer, value })
  const sent = { tokenAddress: null, txHash, blockNumber }
  await note(session, { ...sent, kind: 'sweep', amountBase: value })
  await note(session, { ...sent, kind: 'fee', amountBase: feeBase })
}

/** Sends on what came in USDC, by gas that is sent first. */
async function sweepUsdc(session: CheckoutSession): Promise<void> {
  const { lock } = session
  const gasHash = await till.pay(session, gasSent)
  await till.mine()
  const { blockNumber: gasBlock } = await till.chain.node.getTransactionReceipt({ hash: gasHash })
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
  'what came in $in and was swept still counts, and nothing else is taken for a deposit',
  async (way) => {
    const session = await till.openSession({ lock: way.lock })
    const isCoin = way.lock.tokenAddress === null
    const pay = (amount: bigint) =>
      isCoin ? till.pay(session, amount) : till.payUsdc(session, amount)
    await pay(way.lock.amountBase)
    expect(await till.settle(session)).toBe('paid')
    await way.sweep(session)
    await till.lookAgain(await till.look(session))
    expect(await till.unmatched()).toEqual([])
    expect(till.alerts).toEqual([])

    // More comes: exactly that is the operator's to see, whichever node or block it is found by.
    await till.mine(90)
    await pay(7n)
    await till.mine()
    await till.lookAgain(await till.look(session))
    const found = [{ sessionId: session.id, symbol: way.lock.asset, amountBase: 7n }]
    expect(await till.unmatched()).toMatchObject(found)
    expect(await till.transfersOf(session)).toMatchObject([{ amountBase: way.lock.amountBase }])
    await till.reorganise(1)
    await till.lookAgain(await till.look(session))
    expect(await till.unmatched()).toEqual([])
    expect(till.alerts).toEqual([])
  },
)

it('a partial payment in coin that was swept is completed by the rest', async () => {
  const session = await till.openSession({ lock: ways[0]?.lock ?? usdcLock(1n) })
  await till.pay(session, full / 2n)
  expect(await till.settle(session)).toBe('underpaid')
  const value = full / 4n
  const { txHash, blockNumber, feeBase } = await sendFrom(session, { to: otherPayer, value })
  const sent = { tokenAddress: null, txHash, blockNumber }
  await note(session, { ...sent, kind: 'sweep', amountBase: value })
  await note(session, { ...sent, kind: 'fee', amountBase: feeBase })
  await till.pay(session, full / 2n)
  await till.mine(4)
  await till.reconcile()
  const paid = { status: 'paid', received: { confirmedBase: full } }
  expect(await till.look(session)).toMatchObject(paid)
})

it('a partial payment in USDC that was swept is, too, whatever gas that took', async () => {
  const owed = 25_000_000n
  const session = await till.openSession({ lock: usdcLock(owed) })
  await till.payUsdc(session, owed - 5n)
  expect(await till.settle(session)).toBe('underpaid')
  await sweepUsdc({ ...session, lock: usdcLock(owed - 5n) })
  await till.payUsdc(session, 5n)
  await till.mine(4)
  await till.reconcile()
  const paid = { status: 'paid', received: { confirmedBase: owed } }
  expect(await till.look(session)).toMatchObject(paid)
})

it('gas that we sent takes no place of a payment that left the chain', async () => {
  const [customer, funder] = [await newPayer(till), await newPayer(till)]
  await till.mine()
  const lock = ways[0]?.lock ?? usdcLock(1n)
  const session = await till.openSession({ lock, confirmationsRequired: 1 })
  const to = hex(session.address)
  await customer.send(await customer.sign({ to, value: full, nonce: 0 }))
  await till.mine()
  await till.scan(session)
  till.passSeconds(61)
  await till.recheck(session)
  expect(await till.statusOf(session)).toBe('paid')
  const gas = await funder.sign({ to, value: gasSent, nonce: 0 })
  await till.reorganise(1, [[gas, 0]])
  const blockNumber = await till.chain.node.getBlockNumber()
  const sent = { tokenAddress: null, txHash: keccak256(gas), blockNumber, amountBase: gasSent }
  await note(session, { ...sent, kind: 'gas' })
  await till.lookAgain(await till.look(session))
  const standing = (await till.transfersOf(session)).filter(({ orphaned }) => !orphaned)
  expect(standing).toEqual([])
  expect(await till.unmatched()).toEqual([])
  expect(till.alerts).toEqual([expect.stringContaining('holds 0 base units of ETH now')])
})

it('coin that was swept to the last unit still counts, though a transaction had been replaced', async () => {
  const customer = await newPayer(till)
  await till.mine()
  const session = await till.openSession({ lock: ways[0]?.lock ?? usdcLock(1n) })
  const to = hex(session.address)
  await customer.send(await customer.sign({ to, value: full / 2n, nonce: 0 }))
  await till.mine()
  await till.scan(session)
  await till.reorganise(1, [[await customer.sign({ to, value: full, nonce: 0 }), 0]])
  expect(await till.settle(session)).toBe('paid')
  const value = full - 21_000n * gasPrice
  const { txHash, blockNumber, feeBase } = await sendFrom(session, {
    to: otherPayer,
    value,
    gas: 21_000n,
  })
  const sent = { tokenAddress: null, txHash, blockNumber }
  await note(session, { ...sent, kind: 'sweep', amountBase: value })
  await note(session, { ...sent, kind: 'fee', amountBase: feeBase })
  await till.mine(95)
  till.alerts.length = 0
  await till.lookAgain(await till.look(session))
  const standing = (await till.transfersOf(session)).filter(({ orphaned }) => !orphaned)
  expect(standing).toMatchObject([{ amountBase: full }])
  expect((await till.unmatched()).filter(({ sessionId }) => sessionId === session.id)).toEqual([])
  expect(till.alerts).toEqual([])
})
