import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { newId } from '../../shared/kernel/ids.ts'
import { indexKeys } from '../../shared/kernel/store/index-keys.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { update } from '../../shared/kernel/store/writes.ts'
import { PayoutWalletTampered } from '../../shared/money/payout-wallets/load-payout-wallet.ts'
import { abandonSweep } from '../../shared/money/sweeps/abandon-sweep.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Attempt, Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import {
  loadSweep,
  sweepCreation,
  sweepReplacement,
} from '../../shared/payments/holdings/store/sweeps.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { eachSweeping } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock, usdcLock } from './paying.ts'
import { gasAccount, payout, type Sweeping } from './sweeping.ts'

/** Someone who can write the table, but not use the key. */
const thief = '0x00000000000000000000000000000000000071ef'
const coin = 10n ** 18n
const usdc = 25_000_000n
const gwei = 10n ** 9n

let engine: EngineHarness
let sweeping: Sweeping

eachSweeping(async (given) => {
  ;({ engine, sweeping } = given)
  await sweeping.runToEnd()
})

async function paidInCoin(): Promise<CheckoutSession> {
  const session = await sweeping.openSession({ lock: coinLock(coin) })
  await engine.pay(session, coin)
  await engine.mine(4)
  return session
}

const randomBytes = seededBytes('forged')

/** A whole row of a native sweep, as somebody may write it who can write the table. */
async function forge(session: CheckoutSession, changes: Partial<Sweep> = {}): Promise<Sweep> {
  const { id: sessionId, address, derivationIndex } = session
  const createdAt = engine.clock()
  const sweep: Sweep = {
    id: newId('sweep', createdAt, randomBytes),
    mode: 'test',
    chainId: 31337,
    kind: 'native',
    version: 1,
    status: 'planned',
    sender: address,
    nonce: 0,
    recipient: thief,
    symbol: 'ETH',
    tokenAddress: null,
    decimals: 18,
    gas: 21_000n,
    ceilingPerGas: 1000n * gwei,
    capBase: null,
    validBefore: null,
    attempts: [],
    mined: null,
    feeBase: null,
    problem: null,
    problemWords: null,
    cancelReason: null,
    cancelWords: null,
    announcedAt: null,
    createdAt,
    sentAt: null,
    finalAt: null,
    recheckAt: null,
    items: [
      {
        sessionId,
        address,
        derivationIndex,
        amountBase: coin,
        authorizationNonce: null,
        movedBase: null,
        failure: null,
      },
    ],
    ...changes,
  }
  await transact(engine.table, [sweepCreation(sweep)])
  await listOnChain(sweep)
  onTestFinished(() => forget(sweep))
  return sweep
}

/** In the index of the chain that is swept, whatever else the row says. */
async function listOnChain({ mode, id }: Sweep): Promise<void> {
  const dueKeys = { duePk: indexKeys.dueSweeps('test', 31337), dueSk: id }
  await transact(engine.table, [update(holdingKeys.sweep(mode, id), dueKeys)])
}

async function forget({ mode, id }: Sweep): Promise<void> {
  const { client, name } = engine.table
  await client.send(new DeleteCommand({ TableName: name, Key: holdingKeys.sweep(mode, id) }))
}

/** The errors of a run that sends nothing, because rows were tampered with. */
async function refusals(): Promise<unknown[]> {
  const { requests } = engine.chain.proxy
  const from = requests.length
  const failure: unknown = await sweeping.run().then(
    () => undefined,
    (error) => error,
  )
  const sent = requests.slice(from).filter(({ method }) => method === 'eth_sendRawTransaction')
  expect(sent).toEqual([])
  return failure instanceof AggregateError ? failure.errors : [failure]
}

const abandon = ({ id }: Sweep) => {
  const services = { table: engine.table, now: engine.clock, randomBytes }
  return runAsOperator(abandonSweep, services, { id, note: 'forged' })
}

describe('a row that somebody writes who has no key', () => {
  it.each<[string, Partial<Sweep>, string]>([
    ['sends coin to them', {}, `would go to ${thief}`],
    [
      'sends tokens to them',
      { kind: 'token', symbol: 'USDC', tokenAddress: localAddresses.testUsdc, decimals: 6 },
      `would go to ${thief}`,
    ],
    [
      'sends them tokens by a signature',
      {
        kind: 'authorized',
        symbol: 'USDC',
        tokenAddress: localAddresses.testUsdc,
        decimals: 6,
        sender: gasAccount.address,
      },
      `would go to ${thief}`,
    ],
    [
      'sends them the gas wallet’s coin',
      { kind: 'top-up', sender: gasAccount.address, tokenAddress: localAddresses.testUsdc },
      'elsewhere than to its deposit address',
    ],
    ['is of another chain', { chainId: 84532, recipient: payout }, 'is of another chain'],
    ['is of the other mode', { mode: 'live', recipient: payout }, 'is of another chain'],
    [
      'is sent by another address',
      { sender: gasAccount.address, recipient: payout },
      'another address than its money is at',
    ],
    [
      'burns its coin as gas',
      { gas: 30_000_000n, recipient: payout },
      'takes more gas than any of its kind',
    ],
    [
      'calls a contract of theirs as if it were coin',
      { tokenAddress: thief, recipient: payout },
      'moves another asset than its kind does',
    ],
  ])('is not signed if it %s', async (_, changes, problem) => {
    const session = await paidInCoin()
    const forged = await forge(session, changes)
    const message = expect.stringContaining(problem)
    expect(await refusals()).toEqual([expect.objectContaining({ message })])
    await listOnChain(forged)
    expect(await refusals()).toEqual([expect.any(PayoutWalletTampered)])
    expect(sweeping.alerts).toEqual([message])
    expect(await sweeping.balance(session.address)).toBe(coin)
    expect(await sweeping.balance(thief)).toBe(0n)
  })

  it('ends once its owner abandons it', async () => {
    const session = await paidInCoin()
    const forged = await forge(session)
    await refusals()
    await abandon(forged)
    await sweeping.run()
    await engine.mine(4)
    await sweeping.runToEnd()
    const ended = await loadSweep(engine.table, 'test', forged.id)
    expect(ended).toMatchObject({ status: 'canceled' })
    expect(await sweeping.balance(thief)).toBe(0n)
  })

  it.each(['a raise', 'a cancellation'])(
    'burns nothing by %s of a price it made up',
    async (how) => {
      const session = await paidInCoin()
      const attempt: Attempt = {
        hash: `0x${'7'.repeat(64)}`,
        recipient: payout,
        valueBase: 1n,
        isCancellation: false,
        maxFeePerGas: 10n ** 13n,
        maxPriorityFeePerGas: 10n ** 13n,
        signedAt: new Date(0),
      }
      const cancelReason = how === 'a raise' ? null : 'forged'
      const forged = await forge(session, {
        status: 'broadcast',
        attempts: [attempt],
        recipient: payout,
        cancelReason,
        ceilingPerGas: 10n ** 14n,
      })
      // It signs nothing, and has nothing to send.
      await refusals()
      const after = await loadSweep(engine.table, 'test', forged.id)
      expect(after).toMatchObject({ attempts: [attempt] })
      expect(await sweeping.balance(session.address)).toBe(coin)
    },
  )

  it('sends no more coin to an address of ours than a transfer may need', async () => {
    const session = await paidInCoin()
    const { address, id: sessionId, derivationIndex } = session
    const item = { sessionId, address, derivationIndex, amountBase: 10n ** 18n / 2n }
    await forge(session, {
      kind: 'top-up',
      sender: gasAccount.address,
      recipient: address,
      tokenAddress: localAddresses.testUsdc,
      items: [{ ...item, authorizationNonce: null, movedBase: null, failure: null }],
    })
    const message = expect.stringContaining('more coin than any transfer needs')
    expect(await refusals()).toEqual([expect.objectContaining({ message })])
  })
})

it('a sweep under way is not redirected by its row', async () => {
  const session = await sweeping.openPaid(usdcLock(usdc))
  await engine.payUsdc(session, usdc)
  await engine.mine(4)
  await sweeping.run()
  const [sweep] = await sweeping.sweeps()
  if (!sweep) throw new Error('nothing is swept')
  const changed: Sweep = { ...sweep, recipient: thief, version: sweep.version + 1 }
  await transact(engine.table, [sweepReplacement(changed, sweep.version)])
  engine.passSeconds(120)
  expect(await refusals()).toEqual([expect.any(PayoutWalletTampered)])
  await engine.mine(4)
  await sweeping.runToEnd()
  expect(await sweeping.balance(thief, localAddresses.testUsdc)).toBe(0n)
  expect(await loadSweep(engine.table, 'test', sweep.id)).toMatchObject({
    status: 'final',
    recipient: payout,
  })
})
