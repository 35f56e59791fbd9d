import { encodeFunctionData, keccak256, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { keepStatistics } from '../../shared/admin/statistics/keep-statistics.ts'
import { latestDay } from '../../shared/admin/statistics/store/day-statistics.ts'
import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { commit } from '../../shared/kernel/operation/commit.ts'
import { withoutKey } from '../../shared/kernel/operation/merchant-request.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { payoutWalletCreation } from '../../shared/money/payout-wallets/store/payout-wallets.ts'
import { cancelRefund, voidRefund } from '../../shared/money/refunds/cancel-refund.ts'
import { createRefund } from '../../shared/money/refunds/create-refund.ts'
import { findSentRefunds } from '../../shared/money/refunds/find-sent-refunds.ts'
import { recordRefund } from '../../shared/money/refunds/record-refund.ts'
import { refundableMoney } from '../../shared/money/refunds/refundable-money.ts'
import { loadRefund } from '../../shared/money/refunds/store/refunds.ts'
import { updateRefund } from '../../shared/money/refunds/update-refund.ts'
import type { NewRefund } from '../../shared/money/refunds/wire/new-refund.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { depositId } from '../../shared/payments/ledger/rules/unmatched-deposit.ts'
import { addressCreation } from '../../shared/payments/ledger/store/addresses.ts'
import { loadUnmatchedDeposits } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import { payer } from '../chain-fixture.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { newPayer, usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

// Sessions cost 1,000,000 base units, and refunds are written in decimal: 0.000000000001 ETH is the whole price.
const full = 1_000_000n
const wholePrice = '0.000000000001'
const halfPrice = '0.0000000000005'
const note = 'because'

let engine: EngineHarness
let customers = 0

withEngine((started) => {
  engine = started
})

/** An address that nothing was ever sent to. */
function newCustomer(): `0x${string}` {
  customers += 1
  return `0x${'c0ffee'.padEnd(38, '0')}${String(customers).padStart(2, '0')}`
}

async function paidSession(changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
  const session = await engine.openSession(changes)
  if (session.lock.tokenAddress === null) await engine.pay(session, full)
  else await engine.chain.mintUsdc(hex(session.address), full)
  expect(await engine.settle(session)).toBe('paid')
  return engine.load(session)
}

type Address = `0x${string}`

const given = { depositId: null, reason: null, address: null, sender: payer } as const

const create = ({ id: sessionId }: CheckoutSession, changes: Partial<NewRefund> = {}) =>
  commit(engine.table, () =>
    createRefund.run(engine.deps, {
      ...withoutKey,
      mode: 'test',
      body: { ...given, sessionId, amount: wholePrice, ...changes },
    }),
  )

const giveAddress = (id: string, address: Address) =>
  commit(engine.table, () =>
    updateRefund.run(engine.deps, { ...withoutKey, mode: 'test', id, body: { address } }),
  )

const cancel = (id: string) =>
  commit(engine.table, () => cancelRefund.run(engine.deps, { ...withoutKey, mode: 'test', id }))

const services = async (mostBlocks = 50n) => {
  const client = await engine.deps.chain(31337)
  const fail = (error: unknown) => {
    throw error
  }
  return {
    ...engine.deps,
    chains: async () => [client],
    mostBlocks,
    onFailure: fail,
    onUnread: fail,
  }
}

const search = async (mostBlocks?: bigint) => findSentRefunds(await services(mostBlocks), 'test')

const record = async (id: string, how: { txHash?: string; reference?: string }) =>
  runAsOperator(recordRefund, await services(), { id, note, ...how })

const voidIt = (id: string) => runAsOperator(voidRefund, engine.deps, { id, note })

/** Sends the whole price to each of them through a contract. */
function passOn(recipients: readonly Address[]): Promise<Address> {
  const abi = parseAbi([
    'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
    'function aggregate3Value(Call[] calls) payable',
  ])
  const calls = recipients.map((target) => {
    return { target, allowFailure: false, value: full, callData: '0x' } as const
  })
  const { multicall3 } = engine.chain.chain
  const data = encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls] })
  return engine.chain.send({ to: multicall3, value: full * BigInt(recipients.length), data })
}

async function inOneBlock(
  send: () => Promise<Address>,
  sendBeside: () => Promise<Address>,
): Promise<[Address, Address]> {
  const { node } = engine.chain
  await node.setAutomine(false)
  const hashes: [Address, Address] = [await send(), await sendBeside()]
  await engine.mine()
  await node.setAutomine(true)
  const [one, other] = await Promise.all(hashes.map((hash) => node.getTransactionReceipt({ hash })))
  expect(one?.blockHash).toBe(other?.blockHash)
  return hashes
}

const statusOf = async (id: string) => (await loadRefund(engine.table, 'test', id))?.status

const refundEventsOf = async ({ id }: CheckoutSession) =>
  (await eventsOfSession(engine.table, 'test', id)).filter(({ type }) => type.startsWith('refund'))

describe('a refund', () => {
  it('is found on the chain, and confirmed with the confirmations of its session', async () => {
    const session = await paidSession()
    const created = await create(session, { amount: halfPrice, reason: 'Too much' })
    expect(created).toMatchObject({ status: 'awaiting_address', asset: 'ETH', address: null })
    expect(created.claimUrl).toMatch(/^https:\/\/pay\.example\/refund\/re_\w{26}#[\w-]{22}$/)
    const address = newCustomer()
    expect(await giveAddress(created.id, address)).toMatchObject({ status: 'ready', address })
    await engine.mine()
    await search()
    expect(await statusOf(created.id)).toBe('ready')
    const txHash = await engine.chain.send({ to: address, value: full / 2n })
    await engine.mine()
    await search()
    await search()
    expect(await statusOf(created.id)).toBe('sent')
    await engine.mine(2)
    await search()
    const refund = await loadRefund(engine.table, 'test', created.id)
    expect(refund).toMatchObject({ status: 'confirmed', transfer: { txHash } })
    const { refunds, status } = await engine.load(session)
    expect({ refunds, status }).toMatchObject({
      refunds: { promisedBase: full / 2n, doneBase: full / 2n },
      status: 'paid',
    })
    const events = await refundEventsOf(session)
    expect(events.map(({ type }) => type)).toEqual([
      ...['refund.created', 'refund.ready', 'refund.sent', 'refund.confirmed'],
    ])
    const amountRefunded = { base: '500000', formatted: halfPrice }
    expect(events.at(-1)?.data).toMatchObject({ amountRefunded, refund: { txHash } })
    expect(JSON.stringify(events)).not.toContain(created.claimUrl?.split('#')[1])
  })

  it('of a token is found, also in a batch, where two equal ones take one transfer each', async () => {
    const [one, other] = [
      await paidSession({ lock: usdcLock(full) }),
      await paidSession({ lock: usdcLock(full) }),
    ]
    const address = newCustomer()
    const first = await create(one, { amount: '1', address })
    engine.passSeconds(1)
    const second = await create(other, { amount: '1', address })
    await engine.chain.mintUsdc(payer, 2n * full)
    const hashes = [
      await engine.chain.payUsdc(address, full),
      await engine.chain.payUsdc(address, full),
    ]
    await engine.mine()
    await search()
    const found = [first, second].map(({ id }) => loadRefund(engine.table, 'test', id))
    const transfers = (await Promise.all(found)).map((each) => each?.transfer?.txHash)
    expect(transfers).toEqual(hashes)
  })

  it('is not what somebody else sent, nor what was sent before it was ready', async () => {
    const session = await paidSession()
    const address = newCustomer()
    await engine.chain.send({ to: address, value: full })
    await engine.mine(2)
    const { id } = await create(session, { address })
    const stranger = await newPayer(engine)
    await stranger.send(await stranger.sign({ to: address, value: full, nonce: 0 }))
    await engine.mine()
    await search()
    expect(await statusOf(id)).toBe('ready')
  })
})

describe('a reorg', () => {
  async function sentRefund() {
    const session = await paidSession()
    const address = newCustomer()
    const sender = await newPayer(engine)
    const { id } = await create(session, { address, sender: sender.address })
    const payment = await sender.sign({ to: address, value: full, nonce: 0 })
    await sender.send(payment)
    await engine.mine()
    await search()
    expect(await statusOf(id)).toBe('sent')
    return { id, session, payment }
  }

  it('that removes its transfer makes it wait again, for that transfer too', async () => {
    const { id, session, payment } = await sentRefund()
    await engine.reorg(1)
    await engine.mine()
    await search()
    expect(await statusOf(id)).toBe('ready')
    await engine.chain.node.sendRawTransaction({ serializedTransaction: payment })
    await engine.mine(3)
    await search()
    await search()
    expect(await statusOf(id)).toBe('confirmed')
    expect((await refundEventsOf(session)).map(({ type }) => type)).toEqual([
      ...['refund.created', 'refund.sent', 'refund.ready', 'refund.sent', 'refund.confirmed'],
    ])
  })

  it('that moves it to another block changes nothing', async () => {
    const { id, payment } = await sentRefund()
    await engine.mine()
    await engine.reorg(2, [[payment, 1]])
    await engine.mine(2)
    await search()
    const refund = await loadRefund(engine.table, 'test', id)
    expect(refund).toMatchObject({ status: 'confirmed', transfer: { txHash: keccak256(payment) } })
    const blockNumber = refund?.transfer?.blockNumber ?? 0n
    expect((await engine.chain.node.getBlock({ blockNumber })).hash).toBe(
      refund?.transfer?.blockHash,
    )
  })
})

describe('a hash typed by hand', () => {
  it('is refused unless it pays that amount of that coin to that address', async () => {
    const session = await paidSession()
    const address = newCustomer()
    const { id } = await create(session, { address })
    const refused = async (txHash: string, message: string) =>
      expect(record(id, { txHash })).rejects.toThrow(message)
    await refused(`0x${'ab'.repeat(32)}`, 'No block of')
    const wrong = await engine.chain.send({ to: address, value: full - 1n })
    const elsewhere = await engine.chain.send({ to: newCustomer(), value: full })
    const failing = await engine.chain.send({ to: localAddresses.testUsdc, data: '0xdeadbeef' })
    await engine.mine()
    await refused(wrong, `It paid 0.000000000000999999 ETH to ${address}`)
    await refused(elsewhere, 'did not pay')
    await refused(failing, 'failed on')
    const [{ txHash: own } = { txHash: null }] = await engine.transfersOf(session)
    await refused(own ?? '', 'did not pay')
    await expect(record(id, {})).rejects.toMatchObject({ code: 'parameter_missing' })
  })

  it('is refused if it is older than the payment', async () => {
    const address = newCustomer()
    const txHash = await engine.chain.send({ to: address, value: full })
    await engine.mine(2)
    const { id } = await create(await paidSession(), { address })
    await expect(record(id, { txHash })).rejects.toThrow('older than the payment')
  })

  it('proves one refund only, for ever', async () => {
    const [one, other] = [await paidSession(), await paidSession()]
    const address = newCustomer()
    const first = await create(one, { address, sender: null })
    const second = await create(other, { address, sender: null })
    const txHash = await engine.chain.send({ to: address, value: full })
    await engine.mine()
    expect(await record(first.id, { txHash })).toMatchObject({ status: 'sent', txHash })
    await expect(record(second.id, { txHash })).rejects.toThrow('another refund')
    await voidIt(first.id)
    await expect(record(second.id, { txHash })).rejects.toThrow('another refund')
  })

  it('proves coin that a contract passed on by what the address’s balance gained', async () => {
    const [one, other] = [newCustomer(), newCustomer()]
    const refunds = [
      await create(await paidSession(), { address: one }),
      await create(await paidSession(), { address: other }),
    ]
    const txHash = await passOn([one, other])
    await engine.mine()
    for (const { id } of refunds) {
      expect(await record(id, { txHash })).toMatchObject({ status: 'sent' })
    }
  })

  it('is refused if another transaction of its block paid', async () => {
    const address = newCustomer()
    const first = await create(await paidSession(), { address, sender: null })
    const second = await create(await paidSession(), { address, sender: null })
    const [txHash, beside] = await inOneBlock(
      () => engine.chain.send({ to: address, value: full }),
      () => engine.chain.send({ to: newCustomer(), value: full }),
    )
    expect(await record(first.id, { txHash })).toMatchObject({ status: 'sent' })
    await expect(record(second.id, { txHash: beside })).rejects.toThrow('did not pay')
  })

  it('is refused if another transaction of its block was recorded for what a contract passed on', async () => {
    const address = newCustomer()
    const first = await create(await paidSession(), { address, sender: null })
    const second = await create(await paidSession(), { address, sender: null })
    const [txHash, beside] = await inOneBlock(
      () => passOn([address]),
      () => passOn([newCustomer()]),
    )
    expect(await record(first.id, { txHash })).toMatchObject({ status: 'sent' })
    await expect(record(second.id, { txHash: beside })).rejects.toThrow('another refund')
  })
})

describe('more than was received', () => {
  it('is never promised, also not by requests at the same time', async () => {
    const session = await paidSession()
    const asked = Array.from({ length: 5 }, () => create(session, { amount: halfPrice }))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill('parameter_invalid'))
    expect((await engine.load(session)).refunds.promisedBase).toBe(full)
  })

  it('is free again after a refund was canceled, once', async () => {
    const session = await paidSession()
    const { id } = await create(session)
    await expect(create(session)).rejects.toMatchObject({ param: 'amount' })
    await cancel(id)
    await expect(cancel(id)).rejects.toMatchObject({ code: 'state_changed' })
    await create(session)
    await expect(create(session)).rejects.toMatchObject({ param: 'amount' })
  })

  it('is not promised while a session is open, whose customer may choose another coin', async () => {
    const session = await engine.openSession()
    await engine.pay(session, full / 2n)
    expect(await engine.settle(session)).toBe('underpaid')
    await expect(create(session, { amount: halfPrice })).rejects.toThrow('still open')
    await engine.mine(95)
    await engine.reconcile()
    expect(await create(session, { amount: halfPrice })).toMatchObject({ asset: 'ETH' })
  })

  it('is not promised of a session that received nothing', async () => {
    const session = await engine.openSession()
    await expect(create(session)).rejects.toMatchObject({ code: 'parameter_invalid' })
  })

  it('is not promised of a session that is unknown', async () => {
    const session = { ...(await engine.openSession()), id: 'cs_01JD8Z3K000000000000000000' }
    const refusal = { code: 'resource_not_found', param: 'sessionId' }
    await expect(create(session)).rejects.toMatchObject(refusal)
  })
})

it('an unmatched deposit is refunded in its own coin, and waits for no decision any more', async () => {
  const session = await paidSession()
  await engine.chain.mintUsdc(hex(session.address), 5_000_000n)
  await engine.mine(3)
  await engine.recheckClosed(session)
  const deposits = () =>
    loadUnmatchedDeposits(engine.table, { mode: 'test', sessionId: session.id })
  const [deposit] = await deposits()
  const named = { depositId: deposit ? depositId(deposit) : '' }
  await expect(create(session, { ...named, amount: '5.000001' })).rejects.toThrow('at most 5 USDC')
  const isListed = async () =>
    (await engine.unmatched()).some(({ sessionId }) => sessionId === session.id)
  expect(await isListed()).toBe(true)
  const { id, asset } = await create(session, { ...named, amount: '5' })
  expect(asset).toBe('USDC')
  expect(await isListed()).toBe(false)
  expect((await engine.load(session)).refunds.promisedBase).toBe(0n)
  await cancel(id)
  expect(await isListed()).toBe(true)
})

it('without a proof it is reported, and a wrong entry is voided', async () => {
  const session = await paidSession()
  const { id } = await create(session)
  expect(await record(id, { reference: 'SEPA 4711' })).toMatchObject({
    status: 'reported',
    reference: 'SEPA 4711',
    txHash: null,
  })
  expect((await engine.load(session)).refunds).toMatchObject({ promisedBase: full, doneBase: full })
  await expect(cancel(id)).rejects.toMatchObject({ code: 'state_changed' })
  expect(await voidIt(id)).toMatchObject({ status: 'canceled' })
  expect((await engine.load(session)).refunds).toMatchObject({ promisedBase: 0n, doneBase: 0n })
})

it('an address is final, and none of ours', async () => {
  const session = await paidSession()
  await transact(engine.table, [addressCreation(session)])
  const { id } = await create(session)
  await expect(giveAddress(id, hex(session.address))).rejects.toThrow('this instance’s wallet')
  await expect(giveAddress(id, localAddresses.testUsdc)).rejects.toThrow('a contract of')
  await giveAddress(id, newCustomer())
  await expect(giveAddress(id, newCustomer())).rejects.toMatchObject({ code: 'state_changed' })
})

it('a refund is found after a chain was out of reach for longer than one round searches', async () => {
  const session = await paidSession()
  const address = newCustomer()
  // Its own wallet, because refunds of one wallet are searched together, from the oldest of them on.
  const sender = await newPayer(engine)
  const { id } = await create(session, { address, sender: sender.address })
  await engine.mine(60)
  await sender.send(await sender.sign({ to: address, value: full, nonce: 0 }))
  await engine.mine()
  await search()
  expect(await statusOf(id)).toBe('ready')
  await search()
  expect(await statusOf(id)).toBe('sent')
})

it('a coin’s refund is found through a node that keeps the states of few blocks', async () => {
  const session = await paidSession()
  const address = newCustomer()
  const { id } = await create(session, { address })
  await engine.mine(200)
  await engine.chain.send({ to: address, value: full })
  await engine.mine()
  const head = await engine.chain.node.getBlockNumber()
  engine.chain.proxy.intercept(({ method, params }) => {
    if (method !== 'eth_getTransactionCount') return undefined
    const [, block] = z.tuple([z.string(), z.string()]).parse(params)
    const isKept = BigInt(block) > head - 128n
    return isKept ? undefined : { error: { code: -32000, message: 'missing trie node' } }
  })
  await search(5_000n)
  engine.chain.proxy.intercept(() => undefined)
  expect(await statusOf(id)).toBe('sent')
})

async function counted() {
  engine.passSeconds(200)
  await keepStatistics({ table: engine.table, now: engine.clock }, 'test')
  const day = await latestDay(engine.table, 'test')
  return { count: day?.counts.refunded ?? 0, cents: day?.volumes['USD']?.refunded ?? 0n }
}

it('a refund is taken off the statistics, and put back if it is voided', async () => {
  const session = await paidSession()
  const { id } = await create(session, { amount: halfPrice })
  const { count, cents } = await counted()
  await record(id, { reference: 'SEPA 4713' })
  expect(await counted()).toEqual({ count: count + 1, cents: cents + 1250n })
  await voidIt(id)
  expect(await counted()).toEqual({ count, cents })
})

it('only what sessions counted as completed is taken off: neither an excess nor an underpayment', async () => {
  const over = await engine.openSession()
  await engine.pay(over, full + full / 2n)
  expect(await engine.settle(over)).toBe('overpaid')
  const under = await engine.openSession()
  await engine.pay(under, full / 2n)
  await engine.mine()
  await engine.scan(under)
  for (let round = 0; round < 3; round++) {
    await engine.mine(95)
    await engine.reconcile()
    engine.passSeconds(61)
  }
  expect(await engine.load(under)).toMatchObject({
    status: 'underpaid',
    closedAt: expect.any(Date),
  })
  const { count, cents } = await counted()
  const sent = async (session: CheckoutSession, amount: string) => {
    const { id } = await create(session, { amount })
    await record(id, { reference: 'SEPA 4714' })
    return id
  }
  await sent(under, halfPrice)
  await sent(over, '0.00000000000025')
  expect(await counted()).toEqual({ count: count + 2, cents })
  const beyond = await sent(over, halfPrice)
  expect(await counted()).toEqual({ count: count + 3, cents: cents + 625n })
  await voidIt(beyond)
  expect(await counted()).toEqual({ count: count + 2, cents })
})

it('of an overpayment, what is too much is suggested, and all of it can go back', async () => {
  const session = await engine.openSession()
  await engine.pay(session, full + 300n)
  expect(await engine.settle(session)).toBe('overpaid')
  const refundable = async () => refundableMoney(engine.table, await engine.load(session))
  const of = { depositId: null, asset: 'ETH', chainId: 31337 }
  const all = '0.0000000000010003'
  expect(await refundable()).toEqual([{ ...of, amount: all, suggested: '0.0000000000000003' }])
  await create(session, { amount: '0.0000000000000003' })
  expect(await refundable()).toEqual([{ ...of, amount: wholePrice, suggested: wholePrice }])
})

it('is found from the payout wallet, while a wallet that a refund names can’t be searched', async () => {
  const sealed = { wrappedKey: 'AA==', iv: 'AA==', ciphertext: 'AA==', tag: 'AA==' }
  const setAt = engine.clock()
  const set = { effectiveAt: setAt, setIn: 1, setAt, atOnce: null, sealed } as const
  const current = { ...set, address: hex(payer) }
  const wallet = { current, next: null, former: [], version: 1, sealedState: sealed } as const
  await transact(engine.table, [payoutWalletCreation({ mode: 'test', chainId: 31337, ...wallet })])
  const [ofPayouts, ofBusy] = [newCustomer(), newCustomer()]
  const busy = `0x${'b5'.repeat(20)}` as const
  const first = await create(await paidSession(), { address: ofBusy, sender: busy })
  const second = await create(await paidSession(), { address: ofPayouts, sender: null })
  await engine.chain.send({ to: ofPayouts, value: full })
  // The payout wallet isn't the one that this refund names.
  await engine.chain.send({ to: ofBusy, value: full })
  await engine.mine()
  engine.chain.proxy.intercept(({ method, params }) => {
    const isBusy = method === 'eth_getTransactionCount' && JSON.stringify(params).includes('b5b5')
    return isBusy ? { error: { code: -32005, message: 'limit exceeded' } } : undefined
  })
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  await findSentRefunds({ ...(await services(5_000n)), onFailure }, 'test')
  engine.chain.proxy.intercept(() => undefined)
  expect(failures).toEqual([expect.any(ChainUnavailable)])
  expect(await statusOf(second.id)).toBe('sent')
  expect(await statusOf(first.id)).toBe('ready')
})
