import { expect, it } from 'vitest'
import { sessionCreation } from '../../shared/store/sessions.ts'
import { transact } from '../../shared/store/transact.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { aSession } from '../../test/factories.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'

const nowhere = 'http://127.0.0.1:9'

it('tells of chains that it could not reach, and how long it took', async () => {
  const { table } = await serviceFunctions({
    WEBHOOK_DELIVERIES_QUEUE_URL: nowhere,
    PAYMENT_CONFIRMATION_ARN: 'arn',
    METRICS_NAMESPACE: 'quittance',
    POWERTOOLS_LOG_LEVEL: 'INFO',
  })
  const session = aSession()
  await transact(table, [sessionCreation(session, session.expiresAt)])
  const { handler } = await import('./reconcile.ts')
  const written = logLines()
  expect(await handler(undefined, lambdaContext())).toEqual({ open: 1, scanned: 0 })
  expect(written.lines()).toMatchObject([
    { level: 'WARN', message: 'reconcile', error: { name: 'ChainUnavailable' } },
    { level: 'INFO', message: 'chain not reached', chain: '31337', ChainReached: 0 },
    { message: 'reconciled', open: 1, scanned: 0, failed: 1, ReconcileSeconds: expect.any(Number) },
  ])
})
