import { describe, expect, test } from 'vitest'
import { aSession, createdAt } from '../../../test/factories.ts'
import { type PageFixture, pageFixture } from '../../../test/page-fixture.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { visitLimiter } from '../../http/visit-limiter.ts'
import { newId } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import {
  type FollowSession,
  type FollowSessionDeps,
  followSession,
  type SessionUpdate,
} from './follow-session.ts'

const { id } = aSession()
const randomBytes = seededBytes('follow-session')
const visitor = (deps: FollowSessionDeps, asked: Partial<FollowSession> = {}) => ({
  id,
  viewerAddress: '198.51.100.10',
  limit: visitLimiter(deps),
  ...asked,
})

/** "status@version" for a view, "heartbeat" for a heartbeat. */
function inShort(update: SessionUpdate): string {
  return update.type === 'session' ? `${update.view.status}@${update.view.version}` : update.type
}

async function all(updates: Promise<AsyncGenerator<SessionUpdate>>): Promise<string[]> {
  return (await Array.fromAsync(await updates)).map(inShort)
}

describe('a session that is followed', () => {
  test('is shown at once, then at every change, until it is closed', async () => {
    const { deps, save, onWait } = await pageFixture()
    await save(aSession())
    const changes = [
      undefined,
      aSession({ status: 'detected' }),
      undefined,
      aSession({ status: 'paid', closedAt: createdAt }),
    ]
    onWait(() => {
      const next = changes.shift()
      return next && save(next)
    })
    expect(await all(followSession(deps, visitor(deps)))).toEqual([
      'pending@1',
      'detected@2',
      'paid@3',
    ])
  })

  test('beats every 15 seconds while nothing happens, and ends after 30', async () => {
    const { deps, save } = await pageFixture()
    await save(aSession())
    const startMs = deps.now().getTime()
    const updates = await all(followSession(deps, visitor(deps)))
    expect(updates).toEqual(['pending@1', 'heartbeat', 'heartbeat'])
    expect(deps.now().getTime() - startMs).toBe(30_000)
  })

  test('is shown once and no more when it is closed already', async () => {
    const { deps, save, scans } = await pageFixture()
    await save(aSession({ status: 'overpaid', closedAt: createdAt }))
    expect(await all(followSession(deps, visitor(deps)))).toEqual(['overpaid@1'])
    expect(scans).toEqual([])
  })

  test.each([
    { every: '10 s', notified: false, scanned: 6 },
    { every: '30 s on a chain whose payments are notified', notified: true, scanned: 2 },
  ])('is scanned every $every, by all its pages together', async ({ notified, scanned }) => {
    const { deps, save, scans } = await pageFixture()
    await save(aSession())
    const isNotified = () => Promise.resolve(notified)
    const rhythm = { pollMs: 500, heartbeatMs: 15_000, durationMs: 60_000 }
    await all(followSession({ ...deps, isNotified }, visitor(deps), rhythm))
    expect(scans).toHaveLength(scanned)
  })

  test('has to exist, and says so before anything is sent', async () => {
    const { deps } = await pageFixture()
    await expect(followSession(deps, visitor(deps))).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })
})

describe('streams', () => {
  const limited = { code: 'rate_limit_exceeded', retryAfterSeconds: 30 }
  const open = (deps: FollowSessionDeps, sessionId: string, host: string) =>
    followSession(deps, visitor(deps, { id: sessionId, viewerAddress: host }))

  /** Sessions of a mode, each with far fewer streams than its limit. */
  async function sessions(save: PageFixture['save'], mode: Mode, count: number) {
    const ids = Array.from({ length: count }, () =>
      newId('checkoutSession', createdAt, randomBytes),
    )
    for (const one of ids) await save(aSession({ id: one, mode }))
    return ids
  }

  test('of one client are 10 in 30 seconds, IPv6 by network, and those of another continue', async () => {
    const { deps, save, pass } = await pageFixture()
    const ids = await sessions(save, 'test', 12)
    const outcomes = await Promise.allSettled(
      ids.map((one, n) => open(deps, one, `2001:db8:0:1::${n}`)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await open(deps, ids[0] ?? '', '2001:db8:0:2::1')
    await expect(open(deps, ids[0] ?? '', '2001:db8:0:1::99')).rejects.toMatchObject(limited)
    pass(30_000)
    await open(deps, ids[0] ?? '', '2001:db8:0:1::99')
  })

  test('of one session are 5 in 30 seconds, whoever opens them', async () => {
    const { deps, save } = await pageFixture()
    const [one = '', other = ''] = await sessions(save, 'test', 2)
    for (let n = 1; n <= 5; n++) await open(deps, one, `198.51.100.${n}`)
    await expect(open(deps, one, '198.51.100.6')).rejects.toMatchObject(limited)
    await open(deps, other, '198.51.100.6')
  })

  test('of a mode take a share of all functions, and test mode takes none of live mode', async () => {
    const { deps, save } = await pageFixture()
    const ids = await sessions(save, 'test', 26)
    const outcomes = await Promise.allSettled(
      ids.map((one, n) => open(deps, one, `198.51.100.${n}`)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
    const [live = ''] = await sessions(save, 'live', 1)
    await open(deps, live, '203.0.113.1')
  })
})
