import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningInstance, startInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import { merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { startWebhookReceiver } from '../webhook-receiver.ts'
import { shopFolder } from './generated-client.ts'
import { runIn } from './run.ts'

let instance: RunningInstance

beforeAll(async () => {
  instance = await startInstance({
    env: {
      RATE_LIMIT_PER_MINUTE: '1000000',
      CONFIRMATIONS: '2',
      BLOCK_TIME_SECONDS: '1',
      RECHECK_DELAY_SECONDS: '2',
    },
  })
})

afterAll(() => instance.stop())

/** A folder with programs that others wrote from the specifications alone. */
async function checkers(): Promise<string> {
  const folder = await shopFolder('python')
  const run = runIn(folder)
  await run('python3', ['-m', 'venv', '.'])
  const requirements = ['--quiet', '--requirement', 'checker-requirements.txt']
  await run(join(folder, 'bin', 'pip'), ['install', ...requirements])
  return folder
}

it('signs webhooks as the specification’s own Python library expects', async () => {
  const folder = await checkers()
  const shop = merchant(instance.baseUrl, instance.instance.apiKeys.test)
  const receiver = await startWebhookReceiver()
  try {
    const { secret } = await shop.createEndpoint(receiver.url, ['session.paid'])
    const amount = { value: '10', currency: 'USD' }
    await pay(localTarget(instance), await shop.createSession({ amount, asset: 'USDC' }))
    await receiver.waitFor((deliveries) => deliveries.length > 0, { deadlineMs: 120_000 })
    const { rawBody: body, headers } = receiver.deliveries[0] ?? {}
    const input = JSON.stringify({ secret, body: String(body), headers })
    const said = execFileSync(join(folder, 'bin', 'python'), ['verify.py'], { cwd: folder, input })
    expect(said.toString()).toBe('session.paid\nrefused\n')
  } finally {
    await receiver.close()
  }
})

it('does what its description says, for thousands of requests that are made from it', async () => {
  const { baseUrl, apiKeys } = instance.instance
  const folder = await checkers()
  const report = await runIn(folder)(join(folder, 'bin', 'schemathesis'), [
    ...['run', `${baseUrl}/api/v1/openapi.json`],
    ...['--header', `Authorization: Bearer ${apiKeys.test}`],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--seed', '1', '--max-examples', '40'],
    // A currency without a rate, and one endpoint too many, are valid by the description and refused by the instance.
    ...['--checks', 'all', '--exclude-checks', 'positive_data_acceptance'],
    ...['--continue-on-failure', '--no-color'],
  ])
  const [, count = '0'] = /(\d+) generated/.exec(report) ?? []
  process.stdout.write(`schemathesis: ${count} requests\n`)
  expect(Number(count)).toBeGreaterThan(1_000)
})
