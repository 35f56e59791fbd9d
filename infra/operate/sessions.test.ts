import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve as serveCheckSessionNow } from '../../functions/operator/check-session-now.ts'
import { serve as serveDismissSession } from '../../functions/operator/dismiss-session.ts'
import { loadWork, workCreation } from '../../shared/admin/operators/store/work.ts'
import { newId } from '../../shared/kernel/ids.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { Work } from '../../shared/kernel/work.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { saveAddressMovement } from '../../shared/payments/ledger/store/address-movements.ts'
import { startTestChain, type TestChain } from '../../test/chain-fixture.ts'
import { aSession } from '../../test/factories.ts'
import { localMachines } from '../../test/faults/local-machines.ts'
import { logLines } from '../../test/log-lines.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

const randomBytes = seededBytes('sessions')
let chain: TestChain

beforeAll(async () => {
  chain = await startTestChain()
  await chain.mine(3)
})
afterAll(() => chain.stop())

/** The terminal with the operator's function, and settings that decide payments after one block. */
async function fixture() {
  chain.proxy.intercept(undefined)
  await localMachines()
  const { table, config } = await serviceFunctions(
    { RECHECK_DELAY_SECONDS: '0.0001' },
    { 31337: [chain.proxy.rpcUrl] },
  )
  const { run } = terminal(lambdasOf(config))
  return {
    table,
    run,
    check: serveCheckSessionNow(config),
    dismiss: serveDismissSession(config),
    /** Scans once for the payment and once for its confirmation. */
    settle: async ({ id }: CheckoutSession) => {
      await run('sessions', 'check', id)
      return run('sessions', 'check', id)
    },
    /** Opens a session over 1,000,000 wei, from the newest block on. */
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
  it('shows a paid session in full', async () => {
    const { run, open, settle, table } = await fixture()
    const earlier = aSession().lock
    const session = await open({
      otherTerms: [
        {
          lock: { ...earlier, amountBase: 7n, expiresAt: new Date(0) },
          expiresAt: new Date(0),
          lateUntil: new Date(0),
          confirmationsRequired: 3,
        },
      ],
    })
    const hash = await pay(session, 1_000_000n)
    await chain.mine(2)
    expect(await settle(session)).toContain(`${session.id} is paid. Enough arrived in time and was`)
    const key = { mode: 'test', sessionId: session.id } as const
    await saveAddressMovement(table, key, {
      kind: 'gas',
      chainId: 31337,
      tokenAddress: null,
      amountBase: 5n,
      txHash: '0x05',
      blockNumber: 1n,
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
      received: { confirmed: '0.000000000001', pending: '0', confirmations: 3 },
      transfers: [{ txHash: hash, orphaned: false }],
    })
  })

  it('does not read the chain', async () => {
    const { run, open } = await fixture()
    const session = await open()
    await pay(session, 1_000_000n)
    const before = chain.proxy.requests.length
    expect(await run('sessions', 'show', session.id)).toContain(`${session.id} is pending.`)
    expect(chain.proxy.requests.length).toBe(before)
  })
})

describe('sessions check', () => {
  it('finds a payment that was missed', async () => {
    const { run, open } = await fixture()
    const session = await open()
    const hash = await pay(session, 1_000_000n)
    const text = await run('sessions', 'check', session.id)
    expect(text).toMatch(/ is detected\. Money was seen: 0 ETH of .* \(1 of 3 confirmations\)\./)
    expect(text).toContain(hash)
  })

  it('notes each chain and each search for a page that watches', async () => {
    const { table, open, check } = await fixture()
    const closedAt = new Date('2025-01-01T00:00:00Z')
    const session = await open({ status: 'expired', closedAt, lateUntil: closedAt })
    await pay(session, 400_000n)
    await chain.mine(2)
    const id = newId('work', closedAt, randomBytes)
    const work: Work = {
      id,
      operation: 'check-session-now',
      target: session.id,
      role: 'operator',
      state: 'waiting',
      input: JSON.stringify({ id: session.id }),
      steps: [],
      actor: { kind: 'unverified', requestId: 'request-1' },
      result: null,
      problem: null,
      startedAt: new Date(),
      lateAt: new Date(Date.now() + 300_000),
    }
    await transact(table, workCreation(work))
    await check({ door: 'background', workId: id })
    expect(await loadWork(table, id)).toMatchObject({
      state: 'done',
      steps: [
        { name: 'read-chain', of: expect.stringMatching(/./), state: 'done' },
        { name: 'search-tokens', of: expect.stringMatching(/./), state: 'done' },
      ],
      result: { id: session.id, unmatchedDeposits: [{ amount: '0.0000000000004' }] },
    })
  })

  it('finds money at a closed address, however old', async () => {
    const { run, open } = await fixture()
    const closedAt = new Date('2025-01-01T00:00:00Z')
    const session = await open({ status: 'expired', closedAt, lateUntil: closedAt })
    expect(await run('sessions', 'check', session.id)).not.toContain('Unmatched')
    await pay(session, 1_000_000n)
    await chain.mine(2)
    const text = await run('sessions', 'check', session.id)
    expect(text).toContain(`${session.id} is expired. No ETH arrived by 2025-01-01T00:00:00.000Z.`)
    expect(text).toMatch(
      /Unmatched deposits:\n.*\n20.+Z +31337 +0\.000000000001 ETH +after_window +31337:native$/m,
    )
  })

  it('says which chain is unreachable and that nothing is lost, and finds the payment later', async () => {
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
          "Local test chain can't be read right now (chain 31337: its node gave no usable response). To check the nodes: npm run operate -- networks test",
          'No money is lost: it stays at the address, and this command finds it once the chain can be read again.',
          `What could be read is recorded: npm run operate -- sessions show ${id}`,
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

  it('says if a chain is no longer enabled', async () => {
    const { run, open } = await fixture()
    const session = await open({ lock: { ...aSession().lock, chainId: 84532 } })
    logLines()
    await expect(run('sessions', 'check', session.id)).rejects.toThrow(
      /^Not enabled: Base Sepolia, .*Configure the nodes again\.\nNo money is lost/,
    )
  })
})

describe('sessions accept and dismiss', () => {
  const closedAt = new Date('2025-01-01T00:00:00Z')
  const closed = { status: 'expired', closedAt, lateUntil: closedAt } as const

  it('accept the money at the address, once, and record why', async () => {
    const { run, open } = await fixture()
    const session = await open(closed)
    await pay(session, 1_000_000n)
    await chain.mine(3)
    await run('sessions', 'check', session.id)
    const list = await run('deposits', 'list', '--mode', 'test')
    expect(list).toMatch(new RegExp(` 0\\.000000000001 ETH .* ${session.id}  31337:native$`, 'm'))
    const args = ['--deposit', '31337:native', '--note', 'asked by mail']
    const text = await run('sessions', 'accept', session.id, ...args)
    expect(text).toContain(
      `It is accepted.\n\n${session.id} is paid_late. It was closed as expired.`,
    )
    expect(text).toMatch(/Its owner accepted it at 20.*Z: asked by mail$/m)
    expect(text).toMatch(/^2 +session\.paid_late /m)
    expect(await run('sessions', 'accept', session.id, ...args)).toContain(
      'It was accepted already.',
    )
    expect(await run('deposits', 'list', '--mode', 'test')).toBe('There are no unmatched deposits.')
    expect(await run('audit', 'list', '--mode', 'test')).toMatch(
      new RegExp(
        `Z +session\\.accept +${session.id} +expired → paid_late +31337:native: 0\\.000000000001 ETH +terminal of this machine +asked by mail$`,
      ),
    )
  })

  it('accept what was dismissed only if that is said', async () => {
    const { run, open } = await fixture()
    const { id, ...session } = await open(closed)
    await pay({ id, ...session }, 1_000_000n)
    await chain.mine(3)
    await run('sessions', 'check', id)
    await run('sessions', 'dismiss', id, '--note', 'not ours')
    const accept = ['sessions', 'accept', id, '--deposit', '31337:native', '--note', 'it is']
    await expect(run(...accept)).rejects.toThrow(
      /31337:native was dismissed at 20.+Z by somebody at a terminal: not ours\. Nothing was accepted\. .* --dismissed\./,
    )
    expect(await run(...accept, '--dismissed')).toContain('It is accepted.')
  })

  it('dismiss nothing of a session that is paid and has no deposit', async () => {
    const { run, open } = await fixture()
    const { id } = await open({ status: 'paid', closedAt, lateUntil: closedAt })
    const dismissed = run('sessions', 'dismiss', id, '--note', 'a')
    await expect(dismissed).rejects.toThrow('is paid and has no undecided deposit')
  })

  it('dismiss it with its deposits; the audit log has pages', async () => {
    const { run, open } = await fixture()
    const session = await open(closed)
    await pay(session, 5n)
    await run('sessions', 'check', session.id)
    const dismiss = ['sessions', 'dismiss', session.id, '--note', 'dust']
    expect(await run(...dismiss)).toMatch(
      /^It is dismissed\.\n\n.* is expired\. .* dismissed it at .*: dust$/m,
    )
    expect(await run(...dismiss)).toContain('It was dismissed already.')
    expect(await run('deposits', 'list')).toBe('There are no unmatched deposits.')
    const other = await open(closed)
    await run('sessions', 'dismiss', other.id, '--note', 'another')
    const page = JSON.parse(await run('audit', 'list', '--mode', 'test', '--limit', '1', '--json'))
    expect(page).toMatchObject({ entries: [{ target: other.id, note: 'another' }] })
    const rest = await run('audit', 'list', '--mode', 'test', '--after', page.nextCursor)
    expect(rest).toContain(session.id)
    expect(rest).not.toContain(other.id)
  })

  it('say what is missing or wrong', async () => {
    const { run, open } = await fixture()
    const { id } = await open(closed)
    const dismiss = run('sessions', 'dismiss', id, '--deposit', '1:native', '--note', 'a')
    await expect(dismiss).rejects.toThrow('The session has no deposit 1:native')
  })

  it('ignore a proof that STS does not confirm', async () => {
    const { open, table, dismiss } = await fixture()
    const { id } = await open(closed)
    const credential = 'AKIAIOSFODNN7EXAMPLE/20261122/us-east-1/sts/aws4_request'
    const signature = '0'.repeat(64)
    const signed = { credential, date: '20261122T000000Z', signature, securityToken: null }
    const event = { door: 'terminal', operation: 'dismiss-session', input: { id, note: 'dust' } }
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 403 }))
    onTestFinished(() => void vi.unstubAllGlobals())
    const written = logLines()
    const context = { functionName: 'operator', awsRequestId: 'request-2' }
    await dismiss({ ...event, callerProof: { ...signed, expiresSeconds: 60 } }, context)
    expect(written.lines()).toMatchObject([{ message: 'caller not verified' }])
    const { items } = await pageAuditEntries(table, { mode: 'test' }, { limit: 5 })
    expect(items).toMatchObject([{ actor: { kind: 'unverified', requestId: 'request-2' } }])
    const forged = dismiss({ ...event, callerProof: { ...signed, expiresSeconds: 6000 } }, context)
    await expect(forged).rejects.toThrow('callerProof.expiresSeconds must be at most 60')
  })
})

it.each(['show', 'check'])('sessions %s refuses an unknown id', async (command) => {
  const { run } = await fixture()
  for (const id of ['cs_01JD8Z3K000000000000000009', 'nonsense']) {
    await expect(run('sessions', command, id)).rejects.toThrow(`There is no checkout session ${id}`)
  }
})
