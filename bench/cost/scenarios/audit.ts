import { randomBytes } from 'node:crypto'
import { toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { newId } from '../../../shared/kernel/ids.ts'
import { invariant } from '../../../shared/kernel/invariant.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { loadFindings } from '../../../shared/money/books/store/book-findings.ts'
import { loadRounds } from '../../../shared/money/books/store/book-rounds.ts'
import type { CheckoutSession } from '../../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../../shared/payments/checkout-sessions/store/sessions.ts'
import { heldBy } from '../../../shared/payments/holdings/held-by.ts'
import { emptyHolding } from '../../../shared/payments/holdings/rules/holding.ts'
import { holdingWrite } from '../../../shared/payments/holdings/store/holdings.ts'
import { sweepCreation } from '../../../shared/payments/holdings/store/sweeps.ts'
import { addressMovementWrite } from '../../../shared/payments/ledger/store/address-movements.ts'
import { closedAddressCreation } from '../../../shared/payments/ledger/store/closed-addresses.ts'
import { aSession, aSweep } from '../../../test/factories.ts'
import { type Counts, minus, times } from '../counts.ts'
import { measured } from '../meter.ts'
import type { World } from '../world.ts'

const daySeconds = 86_400

/** Per day: this many sessions that were paid in coin and swept, and as many that nobody paid. */
const ofEach = 50

/** The day before, and the days of the 90 before that which come up again with it. */
const daysAgo = [1, 31, 61, 91]

const payout = '0x00000000000000000000000000000000005a1e5e'

/** An audit of the books for one session of each day, if half of them are paid. */
export async function audited(world: World, chainId: number): Promise<Counts> {
  const { invoke, jump } = world
  const run = () => invoke('audit-books', { mode: 'live' })
  // At three in the morning, so that rounds are due.
  await jump(92 * daySeconds + 3 * 3600)
  await run()
  const idle = await measured(run)
  for (const days of daysAgo)
    await addDay(world, chainId, Date.now() + (1 - days) * daySeconds * 1000)
  await jump(daySeconds)
  const used = await measured(run)
  await requireAgreement(world)
  return times(minus(used, idle), 1 / (2 * ofEach))
}

/** Those of the day are read twice: once as swept, and once as closed. */
const audits = 2 * ofEach * daysAgo.length + ofEach

async function requireAgreement({ table }: World): Promise<void> {
  const [rounds] = await loadRounds(table, 'live')
  const findings = await loadFindings(table, { mode: 'live', limit: 1 })
  invariant(rounds?.daily?.audited === audits && findings.length === 0, 'all books agree')
}

async function addDay(world: World, chainId: number, now: number): Promise<void> {
  for (let n = 0; n < ofEach; n++) {
    const closedAt = new Date(now - 3600 * 1000 + n)
    await addUnpaid(world, chainId, closedAt)
    await addSwept(world, chainId, closedAt)
  }
}

function closedSession(chainId: number, closedAt: Date, changes: Partial<CheckoutSession>) {
  const at = (seconds: number) => new Date(closedAt.getTime() - seconds * 1000)
  const lock = { ...aSession().lock, chainId, expiresAt: at(600) }
  return aSession({
    id: newId('checkoutSession', at(900), randomBytes),
    mode: 'live',
    closedAt,
    lock,
    createdAt: at(900),
    expiresAt: at(600),
    lateUntil: at(1),
    status: 'expired',
    address: privateKeyToAccount(toHex(randomBytes(32))).address,
    ...changes,
  })
}

async function addUnpaid({ table }: World, chainId: number, closedAt: Date): Promise<void> {
  const session = closedSession(chainId, closedAt, {})
  await transact(table, [sessionCreation(session, closedAt), closedAddressCreation(session)])
}

const [paidBase, gasPrice] = [10n ** 16n, 10n ** 9n]
const feeBase = 21_000n * gasPrice
const sweptBase = paidBase - feeBase

/** With its records, and its transaction on the chain. */
async function addSwept({ table, chain }: World, chainId: number, closedAt: Date): Promise<void> {
  const { node } = chain(chainId)
  const account = privateKeyToAccount(toHex(randomBytes(32)))
  await node.setBalance({ address: account.address, value: paidBase })
  const serializedTransaction = await account.signTransaction({
    type: 'legacy',
    chainId,
    nonce: 0,
    gas: 21_000n,
    gasPrice,
    to: payout,
    value: sweptBase,
  })
  const hash = await node.sendRawTransaction({ serializedTransaction })
  await node.mine({ blocks: 1 })
  const { blockNumber, blockHash } = await node.getTransactionReceipt({ hash })
  const received = { seenBase: paidBase, confirmedBase: paidBase, confirmations: 3 }
  const session = closedSession(chainId, closedAt, {
    status: 'paid',
    received,
    address: account.address,
    firstSeenAt: closedAt,
  })
  const { mode, id: sessionId, address, derivationIndex } = session
  const sweepId = newId('sweep', closedAt, randomBytes)
  const moved = { chainId, tokenAddress: null, txHash: hash, blockNumber, sweepId }
  await transact(table, [
    sessionCreation(session, closedAt),
    closedAddressCreation(session),
    holdingWrite(
      {
        ...emptyHolding({ ...heldBy(session, session.lock), chainId }),
        version: 1,
        receivedBase: paidBase,
        sweptBase,
        feeBase,
        readAtBlock: blockNumber,
      },
      0,
    ),
    addressMovementWrite({ mode, sessionId }, { ...moved, kind: 'sweep', amountBase: sweptBase }),
    addressMovementWrite({ mode, sessionId }, { ...moved, kind: 'fee', amountBase: feeBase }),
    sweepCreation(
      aSweep({
        id: sweepId,
        mode,
        chainId,
        status: 'final',
        sender: address,
        recipient: payout,
        mined: { hash, blockNumber, blockHash },
        feeBase,
        createdAt: closedAt,
        finalAt: closedAt,
        items: [
          {
            sessionId,
            address,
            derivationIndex,
            amountBase: sweptBase,
            movedBase: sweptBase,
            authorizationNonce: null,
            failure: null,
          },
        ],
      }),
    ),
  ])
}
