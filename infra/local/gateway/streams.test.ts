import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../shared/kernel/ids.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { showSession } from '../../../shared/merchant/checkout/show-session.ts'
import { streamSession } from '../../../shared/merchant/checkout/stream-session.ts'
import { sessionCreation } from '../../../shared/payments/checkout-sessions/store/sessions.ts'
import { aSession } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { testQueues } from '../../../test/test-queues.ts'
import { bundleFunctions } from '../../build/build-functions.ts'
import { operationRows } from '../../operation-rows.ts'
import { testDataDir } from '../aws/test-data-dir.ts'
import { createFunctionHost } from '../functions/function-host.ts'
import { startGateway } from './gateway.ts'
import { routesOf } from './route.ts'

const randomBytes = seededBytes('streams')

/** The gateway with the bundled functions of the checkout page, and clients with separate addresses. */
async function service() {
  const queues = await testQueues()
  const { table, environment } = await serviceFunctions({
    ...queues.variables,
    SCANS_LIVE_QUEUE_URL: queues.queueUrl,
    SCANS_TEST_QUEUE_URL: queues.queueUrl,
  })
  const folder = await testDataDir()
  const rows = operationRows([streamSession, showSession])
  await bundleFunctions(rows, folder)
  const failures: string[] = []
  const hosted = Object.entries(rows).map(([name, { memoryMb, timeoutSeconds }]) => {
    const bundlePath = join(folder, name, 'index.js')
    return [name, { bundlePath, memoryMb, timeoutSeconds, environment }] as const
  })
  const host = createFunctionHost(new Map(hosted), {
    onOutput: () => {},
    onFailure: (_, text) => failures.push(text),
  })
  const gateway = await startGateway(
    {
      host,
      routes: routesOf(rows),
      pages: new Map(),
      now: () => new Date(),
      onProblem: () => {},
    },
    { port: 0 },
  )
  onTestFinished(async () => {
    await host.close()
    await gateway.close()
  })
  const from = (localAddress: string) => async (path: string) => {
    const url = `http://127.0.0.1:${gateway.port}/api/checkout/sessions/${path}`
    const request = get(url, { localAddress, agent: false })
    const [response]: IncomingMessage[] = await once(request, 'response')
    return { request, status: response?.statusCode, headers: response?.headers }
  }
  return { table, from, failures }
}

async function openSession(table: Table): Promise<string> {
  const now = new Date()
  const id = newId('checkoutSession', now, randomBytes)
  const expiresAt = new Date(now.getTime() + 600_000)
  const session = aSession({ id, createdAt: now, expiresAt, lateUntil: expiresAt })
  await transact(table, [sessionCreation(session, expiresAt)])
  return id
}

it.each([{ kept: true }, { kept: false }])(
  '200 streams of one client leave room for everyone else (kept open: $kept)',
  { timeout: 120_000 },
  async ({ kept }) => {
    const { table, from, failures } = await service()
    const [attacked, other] = [await openSession(table), await openSession(table)]
    const [attacker, customer] = [from('127.0.0.1'), from('127.0.0.2')]
    const requests: ClientRequest[] = []
    const statuses: (number | undefined)[] = []
    for (let round = 0; round < 20; round++) {
      const opened = await Promise.all(
        Array.from({ length: 10 }, () => attacker(`${attacked}/stream`)),
      )
      statuses.push(...opened.map(({ status }) => status))
      requests.push(...opened.map(({ request }) => request))
      if (!kept) for (const { request } of opened) request.destroy()
    }
    // 5 for the session in 30 seconds, for each window that this took.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(50)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const streams = [await customer(`${other}/stream`), await attacker(other)]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    for (const { request } of streams) request.destroy()
    for (const request of requests) request.destroy()
    expect(failures).toEqual([])
  },
)
