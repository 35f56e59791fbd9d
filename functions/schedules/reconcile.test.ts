import { afterEach, expect, it, onTestFinished } from 'vitest'
import { sessionCreation } from '../../shared/checkout-sessions/store/sessions.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { listNetworks, networkReplacement } from '../../shared/networks/store/networks.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { startTestChain } from '../../test/chain-fixture.ts'
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
  'logs the %s chains that it could not reach, and counts those of live mode',
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
      { level: 'WARN', message: 'chain not reached', mode, chainId },
      { message: 'reconciled', mode, open: 1, scanned: 0, failed: 1, seconds: expect.any(Number) },
    ])
    const counts = written.lines().flatMap((line) => line['ChainsUnreached'] ?? [])
    expect(counts).toEqual(mode === 'live' ? [1] : [])
  },
)

it('counts a chain as not reached while its nodes can no longer do what they could', async () => {
  const chain = await startTestChain({ chainId: 31338 })
  onTestFinished(() => chain.stop())
  const { table, config } = await serviceFunctions({}, { 31338: [chain.rpcUrl] })
  const session = aSession({ mode: 'live', lock: { ...aSession().lock, chainId: 31338 } })
  await transact(table, [sessionCreation(session, session.expiresAt)])
  const round = () => serve(config)({ mode: 'live' }, lambdaContext())
  const written = logLines()
  await round()
  expect(written.lines()).toMatchObject([{ message: 'reconciled', ChainsUnreached: 0 }])
  const [network] = await listNetworks(table, 'live')
  const problem = { subject: 'log range', expected: '2000 blocks', found: '10 blocks' }
  const nodes = network?.nodes.map((node) => ({ ...node, problems: [problem] })) ?? []
  if (network) await transact(table, [networkReplacement({ ...network, nodes, version: 2 })])
  written.clear()
  await round()
  expect(written.lines()).toMatchObject([
    { message: 'chain nodes are not what they were', chainId: 31338 },
    { message: 'reconciled', ChainsUnreached: 1 },
  ])
})
