import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/domain/checkout-session.ts'
import { newId } from '../../shared/domain/ids.ts'
import { saveAddressMovement } from '../../shared/store/address-movements.ts'
import { sessionCreation } from '../../shared/store/sessions.ts'
import { transact } from '../../shared/store/transact.ts'
import { startCannedServer } from '../../test/canned-server.ts'
import { startTestChain, type TestChain } from '../../test/chain-fixture.ts'
import { aSession } from '../../test/factories.ts'
import { logLines } from '../../test/log-lines.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { operate } from './operate.ts'

const randomBytes = seededBytes('sessions')
let chain: TestChain

beforeAll(async () => {
  chain = await startTestChain()
  await chain.mine(3)
})
afterAll(() => chain.stop())

/** The terminal on the operator's function, whose settings judge money as soon as it is confirmed. */
async function fixture() {
  chain.proxy.intercept(undefined)
  const machines = await startCannedServer()
  machines.answers.set('/', { body: '{"executionArn":"arn","startDate":0}' })
  const { table } = await serviceFunctions({
    AWS_ENDPOINT_URL_SFN: machines.url,
    PAYMENT_CONFIRMATION_ARN: 'arn',
    WEBHOOK_DELIVERIES_QUEUE_URL: 'http://127.0.0.1:9',
    CHAIN_RPC_URLS: JSON.stringify({ 31337: [chain.proxy.rpcUrl] }),
    RECHECK_DELAY_SECONDS: '0.0001',
  })
  const { handler } = await import('../../functions/operator/sessions.ts')
  const connect = async () => async (_: string, payload: unknown) =>
    JSON.parse(JSON.stringify(await handler(JSON.parse(JSON.stringify(payload)))))
  const run = (...args: string[]) => operate(connect, args)
  return {
    table,
    run,
    /** Looks once for the money and once for its confirmation. */
    settle: async ({ id }: CheckoutSession) => {
      await run('sessions', 'check', id)
      return run('sessions', 'check', id)
    },
    /** Asks for 1,000,000 wei from the newest block on. */
    async open(changes: Partial<CheckoutSession> = {}) {
      const { timestamp } = await chain.node.getBlock()
      const createdAt = new Date(Number(timestamp) * 1000)
      const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)
      const session = aSession({
        id: newId('checkoutSession', createdAt, randomBytes),
        address: addressOf(randomBytes(20)),
        createdAt,
        expiresAt: at(300),
        lateUntil: at(900),
        ...changes,
      })
      await transact(table, [sessionCreation(session, session.expiresAt)])
      return session
    },
  }
}

function addressOf(bytes: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

async function pay({ address }: CheckoutSession, value: bigint): Promise<string> {
  const hash = await chain.send({ to: `0x${address.slice(2)}`, value })
  await chain.mine()
  return hash
}

describe('sessions show', () => {
  it('tells all about a session that was paid', async () => {
    const { run, open, settle, table } = await fixture()
    const earlier = aSession().lock
    const session = await open({
      otherTerms: [
        {
          lock: { ...earlier, amountBase: 7n, expiresAt: new Date(0) },
          ...{ expiresAt: new Date(0), lateUntil: new Date(0), confirmationsRequired: 3 },
        },
      ],
    })
    const hash = await pay(session, 1_000_000n)
    await chain.mine(2)
    expect(await settle(session)).toContain(`${session.id} is paid. Enough came in time and was`)
    const key = { mode: 'test', sessionId: session.id } as const
    await saveAddressMovement(table, key, {
      ...{ kind: 'gas', chainId: 31337, tokenAddress: null, amountBase: 5n },
      ...{ txHash: '0x05', blockNumber: 1n },
    })
    const text = await run('sessions', 'show', session.id)
    expect(text).toMatch(
      /^asked +0\.000000000001 ETH on Local test chain \(31337\) for 25\.00 USD$/m,
    )
    expect(text).toMatch(/^confirmations +3 of 3$/m)
    expect(text).toMatch(/^closed +20.+Z$/m)
    expect(text).toMatch(/Earlier terms:\nASKED.*\n0\.000000000000000007 ETH on Local test/)
    const { blockNumber } = await chain.node.getTransactionReceipt({ hash: `0x${hash.slice(2)}` })
    expect(text).toMatch(
      new RegExp(`Z +31337 +${blockNumber} +0\\.000000000001 ETH +${hash} +0x\\w{40} +yes$`, 'm'),
    )
    expect(text).toMatch(/Own movements:\nKIND.*\ngas +31337 +1 +0\.000000000000000005 ETH +0x05/)
    expect(text).toMatch(/Events:\nSEQUENCE.*\n1 +session\.detected .*\n2 +session\.paid /)
    expect(text).not.toContain('Unmatched')
    expect(JSON.parse(await run('sessions', 'show', session.id, '--json'))).toMatchObject({
      status: 'paid',
      mode: 'test',
      received: { seen: '0.000000000001', confirmations: 3 },
      transfers: [{ txHash: hash, orphaned: false }],
    })
  })

  it('tells what an underpaid one lacks', async () => {
    const { run, open, settle } = await fixture()
    const session = await open()
    await pay(session, 400_000n)
    await chain.mine(2)
    await settle(session)
    expect(await run('sessions', 'show', session.id)).toContain(
      ' is underpaid. 0.0000000000006 ETH of 0.000000000001 ETH is missing. It is complete if the',
    )
  })

  it('does not look at the chain', async () => {
    const { run, open } = await fixture()
    const session = await open()
    await pay(session, 1_000_000n)
    const before = chain.proxy.requests.length
    expect(await run('sessions', 'show', session.id)).toContain(`${session.id} is pending.`)
    expect(chain.proxy.requests.length).toBe(before)
  })
})

describe('sessions check', () => {
  it('finds a payment that nobody noticed', async () => {
    const { run, open } = await fixture()
    const session = await open()
    const hash = await pay(session, 1_000_000n)
    const text = await run('sessions', 'check', session.id)
    expect(text).toMatch(/ is detected\. Money was seen: 0 ETH of .* \(1 of 3 confirmations\)\./)
    expect(text).toContain(hash)
  })

  it('finds what came to a closed address, however old it is', async () => {
    const { run, open } = await fixture()
    const closedAt = new Date('2025-01-01T00:00:00Z')
    const session = await open({ status: 'expired', closedAt, lateUntil: closedAt })
    expect(await run('sessions', 'check', session.id)).not.toContain('Unmatched')
    await pay(session, 1_000_000n)
    const text = await run('sessions', 'check', session.id)
    expect(text).toContain(`${session.id} is expired. No ETH came by 2025-01-01T00:00:00.000Z.`)
    expect(text).toMatch(
      /Unmatched deposits:\n.*\n20.+Z +31337 +0\.000000000001 ETH +after_window$/,
    )
  })

  it('says which chain is out of reach and that nothing is lost, and finds it later', async () => {
    const { run, open } = await fixture()
    const isOpen = await open()
    const isClosed = await open({ status: 'expired', closedAt: new Date() })
    await pay(isOpen, 1_000_000n)
    chain.proxy.intercept(() => ({ error: { code: -32000, message: 'node is down' } }))
    const written = logLines()
    for (const { id } of [isOpen, isClosed]) {
      const error = await run('sessions', 'check', id).catch(({ message }: Error) => message)
      expect(error).toBe(
        [
          'Local test chain cannot be read now (chain 31337: its node gave no usable answer). See what its nodes say: npm run operate -- chains probe --chain 31337',
          'Nothing is lost: money at the address stays there, and this command finds it once the chain answers.',
          `What could be read is noted: npm run operate -- sessions show ${id}`,
        ].join('\n'),
      )
    }
    expect(written.lines()).toMatchObject(
      [isOpen, isClosed].map(({ id }) => ({ message: 'session not checked', sessionId: id })),
    )
    expect(await run('sessions', 'show', isOpen.id)).toContain(' is pending.')
    chain.proxy.intercept(undefined)
    expect(await run('sessions', 'check', isOpen.id)).toContain(' is detected.')
  })

  it('says when a chain is not enabled any more', async () => {
    const { run, open } = await fixture()
    const session = await open({ lock: { ...aSession().lock, chainId: 84532 } })
    logLines()
    await expect(run('sessions', 'check', session.id)).rejects.toThrow(
      /^Base Sepolia \(chain 84532\) is not enabled, .*Name its nodes again\.\nNothing is lost/,
    )
  })
})

it.each(['show', 'check'])('sessions %s knows no other id', async (command) => {
  const { run } = await fixture()
  for (const id of ['cs_01JD8Z3K000000000000000009', 'nonsense']) {
    await expect(run('sessions', command, id)).rejects.toThrow(`There is no checkout session ${id}`)
  }
  await expect(run('sessions', command)).rejects.toThrow('needs the id of a session')
  await expect(run('sessions')).rejects.toThrow('sessions takes show or check.')
})
