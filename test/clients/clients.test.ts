import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type RunningInstance, startInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import { type Merchant, merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { type GeneratedShop, shopFolder } from './generated-client.ts'
import { type Run, runIn } from './run.ts'

let instance: RunningInstance
let merchantApi: Merchant
let description: string
let variables: { QUITTANCE_URL: string; QUITTANCE_API_KEY: string }

beforeAll(async () => {
  instance = await startInstance({
    env: { CONFIRMATIONS: '2', BLOCK_TIME_SECONDS: '1', RECHECK_DELAY_SECONDS: '2' },
  })
  const { baseUrl, apiKeys } = localTarget(instance)
  merchantApi = merchant(baseUrl, apiKeys.test)
  description = `${baseUrl}/api/v1/openapi.json`
  variables = { QUITTANCE_URL: baseUrl, QUITTANCE_API_KEY: apiKeys.test }
})

afterAll(() => instance.stop())

it('accepts a payment through a generated Python client', async () => {
  const folder = await shopFolder('python')
  const run = runIn(folder, variables)
  await run('python3', ['-m', 'venv', '.'])
  const inVenv: Run = (command, args) => run(join(folder, 'bin', command), args)
  await inVenv('pip', ['install', '--quiet', '--requirement', 'requirements.txt'])
  await inVenv('openapi-python-client', [
    ...['generate', '--url', description, '--config', 'generator.yaml'],
    ...['--meta', 'none', '--output-path', 'quittance', '--fail-on-warning'],
  ])
  await inVenv('datamodel-codegen', [
    ...['--url', description, '--input-file-type', 'openapi', '--output', 'models.py'],
    ...['--output-model-type', 'pydantic_v2.BaseModel', '--allow-private-network'],
  ])

  const named = await namesInDescription()
  for (const module of ['quittance.models', 'models']) {
    const names = (await inVenv('python', ['names.py', module])).split('\n')
    expect(names.toSorted(), module).toEqual(named)
  }

  const id = await takesPayment({
    create: () => inVenv('python', ['shop.py', 'create']),
    wait: (of) => inVenv('python', ['shop.py', 'wait', of]),
  })
  const session = JSON.stringify(await merchantApi.getSession(id))
  expect(await inVenv('python', ['read_session.py', session])).toBe('paid')
})

it('accepts a payment through a generated TypeScript client', async () => {
  const run = runIn(await shopFolder('typescript'), variables)
  await run('npm', ['ci', '--no-audit', '--no-fund'])
  await run('npx', ['openapi-typescript', description, '--output', 'api.ts'])
  await run('npx', ['tsc'])

  await takesPayment({
    create: () => run(process.execPath, ['shop.ts', 'create']),
    wait: (id) => run(process.execPath, ['shop.ts', 'wait', id]),
  })
})

/** The session's id. */
async function takesPayment({ create, wait }: GeneratedShop): Promise<string> {
  const id = await create()
  await pay(localTarget(instance), await merchantApi.getSession(id))
  await wait(id)
  expect((await merchantApi.getSession(id)).status).toBe('paid')
  return id
}

const document = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })

/** Resources, request bodies and their parts, and nothing else. */
async function namesInDescription(): Promise<string[]> {
  const { components } = document.parse(await (await fetch(description)).json())
  return Object.keys(components.schemas).toSorted()
}
