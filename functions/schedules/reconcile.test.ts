import { afterEach, expect, it } from 'vitest'
import { sessionCreation } from '../../shared/checkout-sessions/store/sessions.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { aSession } from '../../test/factories.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { measureIn } from '../log/log.ts'
import { serve } from './reconcile.ts'

afterEach(() => measureIn(undefined))

it.each([
  ['test', 31337],
  ['live', 31338],
] as const)(
  'logs the %s chains that it could not reach, and its duration',
  async (mode, chainId) => {
    const { table, config } = await serviceFunctions()
    measureIn('quittance')
    for (const each of modes) {
      const lock = { ...aSession().lock, chainId: each === 'live' ? 31338 : 31337 }
      const session = aSession({ mode: each, lock })
      await transact(table, [sessionCreation(session, session.expiresAt)])
    }
    const written = logLines()
    expect(await serve(config)({ mode }, lambdaContext())).toEqual({ open: 1, scanned: 0 })
    expect(written.lines()).toMatchObject([
      { level: 'WARN', message: 'reconcile', error: { name: 'ChainUnavailable' } },
      { level: 'INFO', message: 'chain not reached', chain: String(chainId), ChainReached: 0 },
      { message: 'reconciled', mode, open: 1, scanned: 0, failed: 1, seconds: expect.any(Number) },
    ])
    const isMeasured = written.lines().some((line) => 'ReconcileSeconds' in line)
    expect(isMeasured).toBe(mode === 'live')
  },
)
