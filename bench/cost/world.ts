import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { zeroAddress } from 'viem'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functionVariables } from '../../infra/function-variables.ts'
import { functions } from '../../infra/functions.ts'
import { startKms } from '../../infra/local/aws/kms/start-kms.ts'
import { startSsm } from '../../infra/local/aws/ssm/start-ssm.ts'
import { machineArn } from '../../infra/local/aws/step-functions/arns.ts'
import { createTableIfMissing } from '../../infra/local/aws/table.ts'
import { type Config, configOf } from '../../shared/kernel/operation/config.ts'
import { kmsPurposes } from '../../shared/kernel/operation/touches.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { measureIn } from '../../shared/log/log.ts'
import { newNetwork } from '../../shared/payments/networks/node-services.ts'
import { nodeUrls } from '../../shared/payments/networks/node-urls.ts'
import { networkCreation } from '../../shared/payments/networks/store/networks.ts'
import { newNode } from '../../shared/payments/networks/try-nodes.ts'
import { nextDerivationIndex } from '../../shared/payments/wallet/store/derivation-counter.ts'
import { instanceCreation } from '../../shared/records/settings/store/instance.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { reachDirectly } from '../../test/aws-calls.ts'
import { setSdkVariables } from '../../test/config.ts'
import { handleOf } from '../../test/in-process.ts'
import { knowPrice } from '../../test/known-price.ts'
import { memoryParameters } from '../../test/memory-parameters.ts'
import { saveBaseUrl, saveWallet } from '../../test/saved-instance.ts'
import { count, countLog, countResponse, meteredInvocation, meterLogs } from './meter.ts'
import { openMeteredMachines } from './metered-machines.ts'
import { type MeteredChain, startMeteredChain } from './metered-nodes.ts'
import { openMeteredQueues } from './metered-queues.ts'
import { openMeteredTable } from './metered-table.ts'
import { handleTopic, topicArn } from './metered-topic.ts'
import { assumptions } from './prices.ts'
import { bodyOf, type Call, eventOf } from './proxied-call.ts'

const tableName = 'quittance'
const caller = { accessKeyId: 'cost', secretAccessKey: 'cost' }
const urls = {
  dynamodb: 'http://127.9.0.1:1',
  sqs: 'http://127.9.0.2:1',
  sfn: 'http://127.9.0.3:1',
  sns: 'http://127.9.0.4:1',
}
const start = new Date('2026-06-01T00:00:00Z')

type Handler = (event: unknown, context: unknown) => Promise<unknown>

export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * The service in live mode, in this process and in virtual time: its own functions, with services and nodes that count.
 * Takes over the process's clock.
 */
export async function openWorld(chainIds: readonly number[]) {
  mock.timers.enable({ apis: ['Date'], now: start })
  meterLogs()
  kmsOfProcess ??= startMeteredKms()
  const kms = await kmsOfProcess
  const config = configure(kms)
  const handlers = new Map<string, Promise<Handler>>()
  const handlerOf = (name: string) => {
    const known = handlers.get(name) ?? load(name, config)
    handlers.set(name, known)
    return known
  }

  async function invoke(name: string, event: unknown): Promise<unknown> {
    const row = functions[name]
    if (!row) throw new Error(`there is no function ${name}`)
    const handler = await handlerOf(name)
    return meteredInvocation(row.memoryMb, () =>
      handler(event, { ...lambdaContext(), functionName: `quittance-${name}` }),
    )
  }

  const queues = openMeteredQueues(invoke)
  const machines = openMeteredMachines(invoke)
  const table = await openMeteredTable()
  reachDirectly(urls.dynamodb, handleOf(table))
  reachDirectly(urls.sqs, handleOf(queues))
  reachDirectly(urls.sfn, handleOf(machines))
  reachDirectly(urls.sns, handleTopic)
  const chains = await Promise.all(chainIds.map(startMeteredChain))
  const store = openTable(tableName)
  await createTableIfMissing(store.client, tableName)
  await setUp({ store, config, chains })

  const advance = async (to: number) => {
    mock.timers.setTime(Math.max(to, Date.now()))
    await Promise.all(chains.map((chain) => chain.mineToNow()))
  }

  return {
    config,
    table: store,
    chains,
    invoke,
    queues,
    chain(chainId: number): MeteredChain {
      const found = chains.find(({ chain }) => chain.chainId === chainId)
      if (!found) throw new Error(`chain ${chainId} was not started`)
      return found
    },
    /** Sends a request to a function through CloudFront and API Gateway, and returns the response's body. */
    async call(name: string, call: Call = {}): Promise<Record<string, unknown>> {
      countRequest()
      const response = await invoke(name, eventOf(name, call))
      const body = bodyOf(name, response)
      countResponse(Buffer.byteLength(body))
      return body ? JSON.parse(body) : {}
    },
    /** Sets the clock without running work that becomes due. */
    jump: (seconds: number) => advance(Date.now() + seconds * 1000),
    /** Consumes messages and continues timers until nothing is due. */
    async settle(): Promise<void> {
      await queues.drain()
      await machines.wake()
      await queues.drain()
    },
    /** Lets time pass, with all that becomes due, and `everyMinute` at each full minute. */
    async pass(seconds: number, everyMinute: () => Promise<unknown> = async () => undefined) {
      const until = Date.now() + seconds * 1000
      for (;;) {
        await queues.drain()
        await machines.wake()
        await queues.drain()
        const minute = Math.floor(Date.now() / 60_000 + 1) * 60_000
        const next = Math.min(minute, until, queues.nextAt(), machines.nextAt())
        await advance(next)
        if (next === minute) await everyMinute()
        if (next >= until) return
      }
    },
    async stop(): Promise<void> {
      await Promise.all(chains.map((chain) => chain.stop()))
      mock.timers.reset()
    },
  }
}

/** CloudFront and API Gateway bill a request, whatever the response. */
function countRequest(): void {
  count('cloudFrontRequests')
  count('cloudFrontFunctions')
  count('apiGatewayRequests')
  countLog(assumptions.accessLogBytes)
}

let kmsOfProcess: ReturnType<typeof startMeteredKms> | undefined

/** One for all worlds of the process, because some fixtures are sealed once. */
async function startMeteredKms() {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-cost-'))
  const { accessKeyId, secretAccessKey } = caller
  const row = { secretAccessKey, name: 'cost', encrypts: kmsPurposes, decrypts: kmsPurposes }
  const kms = await startKms({ dataDir, port: 0, callers: new Map([[accessKeyId, row]]) })
  // It has read its key by now.
  await rm(dataDir, { recursive: true })
  const ssm = await startParameters(row)
  return { ...kms, ssmUrl: ssm.url }
}

const parameters = memoryParameters()

/** Standard parameters cost nothing, so requests to them aren't counted. */
function startParameters({ secretAccessKey, name }: { secretAccessKey: string; name: string }) {
  const actions = ['ssm:GetParameter', 'ssm:PutParameter'] as const
  const callers = new Map([[caller.accessKeyId, { secretAccessKey, name, actions }]])
  return startSsm({ parameters, port: 0, callers })
}

function configure(kms: { url: string; ssmUrl: string; keyId: string }): Config {
  // Each world is another instance.
  parameters.clear()
  const environment = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: caller.accessKeyId,
    AWS_SECRET_ACCESS_KEY: caller.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: urls.dynamodb,
    AWS_ENDPOINT_URL_SQS: urls.sqs,
    AWS_ENDPOINT_URL_SFN: urls.sfn,
    AWS_ENDPOINT_URL_SNS: urls.sns,
    AWS_ENDPOINT_URL_KMS: kms.url,
    AWS_ENDPOINT_URL_SSM: kms.ssmUrl,
    NODES_ALLOW_LOOPBACK: 'on',
    WEBHOOK_ALLOW_LOOPBACK: 'on',
    METRICS_NAMESPACE: 'quittance',
  }
  setSdkVariables(environment)
  const rows = Object.values(functions).map((row) =>
    functionVariables(row, {
      tableName,
      queueUrl: (queue) => `${urls.sqs}/000000000000/${queue}`,
      deadLetterQueueUrl: (queue) => `${urls.sqs}/000000000000/${queue}-dead`,
      release: 'measured',
      machineArn,
      functionName: (name) => name,
      kmsKeyId: kms.keyId,
      alarmTopicArn: topicArn,
      seenPayoutWalletsPath: '/seen/',
    }),
  )
  const config = configOf(Object.assign({}, environment, ...rows))
  measureIn(config('METRICS_NAMESPACE'))
  return config
}

async function load(name: string, config: Config): Promise<Handler> {
  const { serve } = await import(join(repositoryRoot, functions[name]?.entry ?? ''))
  return serve(config)
}

type Setup = { store: ReturnType<typeof openTable>; config: Config; chains: MeteredChain[] }

async function setUp({ store, config, chains }: Setup): Promise<void> {
  await saveBaseUrl(store, 'https://pay.example.com')
  await saveWallet(store, config)
  // An instance that is set up: before that, each run asks whether data is being imported.
  const firstAddresses = { live: zeroAddress, test: zeroAddress }
  await transact(store, [instanceCreation({ firstAddresses, setUpAt: start })])
  // The first addresses of this wallet are the nodes' own rich accounts.
  for (let taken = 0; taken < 20; taken++) await nextDerivationIndex(store, 'live')
  const deps = { now: () => new Date(), randomBytes, sealUrl: nodeUrls(config).seal }
  for (const { chain, rpcUrls } of chains) {
    const made = rpcUrls.map(async (url, index) => ({
      ...(await newNode(deps, { chain, candidate: { url } })),
      operator: `operator-${index}.example`,
      standing: 'verified' as const,
      probedAt: new Date(),
    }))
    const nodes = await Promise.all(made)
    await transact(store, [networkCreation({ ...newNetwork(chain), nodes, version: 1 })])
  }
}

/** Keeps a price in the table, as other sessions of the last minute do, so that no source is called. */
export async function knowPrices({ table, chains }: Pick<World, 'table' | 'chains'>) {
  const coins = new Set(['ETH', ...chains.map(({ chain }) => chain.native.symbol)])
  for (const coin of coins) await knowPrice(table, `${coin}/USD`, '2500')
  await knowPrice(table, 'USDC/USD', '1')
}
