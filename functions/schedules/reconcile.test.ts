import { expect, it } from 'vitest'
import { sessionCreation } from '../../shared/checkout-sessions/store/sessions.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { aSession } from '../../test/factories.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'

const nowhere = 'http://127.0.0.1:9'

it.each([
  ['test', 31337],
  ['live', 31338],
] as const)(
  'tells of chains of %s mode that it could not reach, and how long it took',
  async (mode, chainId) => {
    const { table } = await serviceFunctions({
      WEBHOOK_DELIVERIES_LIVE_QUEUE_URL: nowhere,
      WEBHOOK_DELIVERIES_TEST_QUEUE_URL: nowhere,
      PAYMENT_CONFIRMATION_ARN: 'arn',
      METRICS_NAMESPACE: 'quittance',
      POWERTOOLS_LOG_LEVEL: 'INFO',
    })
    for (const each of modes) {
      const lock = { ...aSession().lock, chainId: each === 'live' ? 31338 : 31337 }
      const session = aSession({ mode: each, lock })
      await transact(table, [sessionCreation(session, session.expiresAt)])
    }
    const { handler } = await import('./reconcile.ts')
    const written = logLines()
    expect(await handler({ mode }, lambdaContext())).toEqual({ open: 1, scanned: 0 })
    expect(written.lines()).toMatchObject([
      { level: 'WARN', message: 'reconcile', error: { name: 'ChainUnavailable' } },
      { level: 'INFO', message: 'chain not reached', chain: String(chainId), ChainReached: 0 },
      { message: 'reconciled', mode, open: 1, scanned: 0, failed: 1, seconds: expect.any(Number) },
    ])
    const isMeasured = written.lines().some((line) => 'ReconcileSeconds' in line)
    expect(isMeasured).toBe(mode === 'live')
  },
)
