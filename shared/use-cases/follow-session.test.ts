import { describe, expect, test } from 'vitest'
import { aSession, createdAt } from '../../test/factories.ts'
import { pageFixture } from '../../test/page-fixture.ts'
import { followSession, type SessionNews } from './follow-session.ts'

const { id } = aSession()

/** "status@version" for a view, "heartbeat" for a heartbeat. */
function inShort(news: SessionNews): string {
  return news.type === 'session' ? `${news.view.status}@${news.view.version}` : news.type
}

async function all(news: Promise<AsyncGenerator<SessionNews>>): Promise<string[]> {
  return (await Array.fromAsync(await news)).map(inShort)
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
    expect(await all(followSession(deps, { id }))).toEqual(['pending@1', 'detected@2', 'paid@3'])
  })

  test('beats every 15 seconds while nothing happens, and ends after 50', async () => {
    const { deps, save } = await pageFixture()
    await save(aSession())
    const startMs = deps.now().getTime()
    const news = await all(followSession(deps, { id }))
    expect(news).toEqual(['pending@1', 'heartbeat', 'heartbeat', 'heartbeat'])
    expect(deps.now().getTime() - startMs).toBe(50_000)
  })

  test('is shown once and no more when it is closed already', async () => {
    const { deps, save, scans } = await pageFixture()
    await save(aSession({ status: 'overpaid', closedAt: createdAt }))
    expect(await all(followSession(deps, { id }))).toEqual(['overpaid@1'])
    expect(scans).toEqual([])
  })

  test('is scanned once per block by all its pages together', async () => {
    const { deps, save, scans } = await pageFixture()
    await save(aSession())
    const rhythm = { lookMs: 500, heartbeatMs: 15_000, lastsMs: 10_000 }
    await all(followSession(deps, { id }, rhythm))
    expect(scans).toHaveLength(5)
  })

  test('has to exist, and says so before anything is sent', async () => {
    const { deps } = await pageFixture()
    await expect(followSession(deps, { id })).rejects.toMatchObject({ code: 'resource_not_found' })
  })
})
