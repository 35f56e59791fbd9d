import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../../shared/kernel/store/table.ts'
import { modeQueues } from '../function-row.ts'
import { functions } from '../functions.ts'
import { allStarted } from './all-started.ts'
import { startDynamodb } from './aws/dynamodb/start-dynamodb.ts'
import { tableCallers } from './aws/dynamodb/table-guard.ts'
import { kmsCallers } from './aws/kms/kms-callers.ts'
import { startKms } from './aws/kms/start-kms.ts'
import { startSqs } from './aws/sqs/start-sqs.ts'
import { openParameters, type Parameters } from './aws/ssm/parameters.ts'
import { parameterCallers, startSsm } from './aws/ssm/start-ssm.ts'
import { createTableIfMissing } from './aws/table.ts'
import { mustMine } from './chain-activity.ts'
import { startManagementApi } from './chains/notifier/management-api.ts'
import { openRegistry, type WebhookRegistry } from './chains/notifier/webhook-registry.ts'
import { type LocalChain, startChain } from './chains/start-chain.ts'
import type { LocalConfig } from './config.ts'
import { callers, type Foundation, localChains } from './foundation.ts'
import type { HttpService } from './http-service.ts'
import { aroundRequests } from './indices/around-requests.ts'
import { type IndexBlocks, indexBlocks } from './indices/index-blocks.ts'
import { openReservations } from './indices/reservations.ts'
import { postCallback } from './providers/post-callback.ts'
import { type RunningStandIns, startStandIns } from './providers/start-stand-ins.ts'
import { notifierTokenOf } from './seed/seed-file.ts'
import type { Shutdown } from './shutdown.ts'

export const tableName = 'quittance'

/** The services that functions use, except the state machines, which invoke functions themselves. */
export type Services = {
  dynamodbUrl: string
  table: Table
  indices: IndexBlocks
  sqs: Awaited<ReturnType<typeof startSqs>>
  kms: Awaited<ReturnType<typeof startKms>>
  ssm: HttpService & { parameters: Parameters }
  chains: readonly LocalChain[]
  sqsClient: SQSClient
  notifier: { url: string; registry: WebhookRegistry }
  providers: RunningStandIns
}

type Input = {
  config: LocalConfig
  foundation: Foundation
  shutdown: Shutdown
  /** Called once a wallet was stored. */
  onWallet: () => void
}

export async function startServices(input: Input): Promise<Services> {
  const table: { client: DynamoDBClient | undefined } = { client: undefined }
  // The chains start in parallel with the table, and produce no blocks until it is ready.
  const isBusy = async () => (table.client ? mustMine(table.client, tableName) : false)
  const [dynamodb, sqs, kms, ssm, notifier, providers, chains] = await allStarted([
    startTable(input, (client) => {
      table.client = client
    }),
    startQueues(input),
    startKeys(input),
    startParameters(input),
    startNotificationService(input),
    startProviders(input),
    startChains(input, isBusy),
  ])
  return {
    dynamodbUrl: dynamodb.url,
    table: dynamodb.table,
    indices: dynamodb.indices,
    sqs: sqs.service,
    sqsClient: sqs.client,
    kms,
    ssm,
    notifier,
    providers,
    chains,
  }
}

async function startTable(
  { config, foundation, shutdown, onWallet }: Input,
  onReady: (client: DynamoDBClient) => void,
): Promise<{ url: string; table: Table; indices: IndexBlocks }> {
  const access = tableCallers(functions, foundation.credentialOf)
  const { dataDir, stateDir } = config
  const reservations = await openReservations(stateDir)
  const opening = Promise.withResolvers<IndexBlocks>()
  const around = aroundRequests({ blocks: opening.promise, onWallet })
  const port = await foundation.ports.take('dynamodb')
  const onDenied = deniedIn(foundation)
  const { accessKeyIds } = foundation
  const dynamodb = await startDynamodb({
    dataDir,
    port,
    callers: access,
    around,
    accessKeyIds,
    onDenied,
  })
  const client = new DynamoDBClient(clientOptions(foundation, dynamodb.url))
  shutdown.add('services', async () => {
    client.destroy()
    await dynamodb.close()
    reservations.close()
  })
  await createTableIfMissing(client, tableName)
  const table = { client: DynamoDBDocumentClient.from(client), name: tableName }
  const indices = indexBlocks({ table, reservations })
  opening.resolve(indices)
  onReady(client)
  return { url: dynamodb.url, table, indices }
}

/** A line of the log that tests of instances look for. */
function deniedIn({ log }: Foundation): (message: string) => void {
  return (message) => log.write('denied', message)
}

async function startProviders({ foundation, shutdown }: Input): Promise<RunningStandIns> {
  const running = await startStandIns({
    port: await foundation.ports.take('providers'),
    now: () => new Date(),
    send: (url, callback) => postCallback(url, callback),
  })
  shutdown.add('services', running.close)
  return running
}

async function startQueues({ config, foundation, shutdown }: Input) {
  const port = await foundation.ports.take('sqs')
  const service = await startSqs({
    dataDir: config.dataDir,
    port,
    queues: modeQueues,
    accessKeyIds: foundation.accessKeyIds,
  })
  const client = new SQSClient(clientOptions(foundation, service.url))
  shutdown.add('services', async () => {
    client.destroy()
    await service.close()
  })
  return { service, client }
}

async function startKeys({ config, foundation, shutdown }: Input) {
  const port = await foundation.ports.take('kms')
  const policy = kmsCallers(functions, foundation.credentialOf)
  const onDenied = deniedIn(foundation)
  const kms = await startKms({ dataDir: config.dataDir, port, callers: policy, onDenied })
  shutdown.add('services', kms.close)
  return kms
}

async function startParameters({ config, foundation, shutdown }: Input): Promise<Services['ssm']> {
  const parameters = await openParameters(config.stateDir)
  const service = await startSsm({
    parameters,
    port: await foundation.ports.take('ssm'),
    callers: parameterCallers(functions, foundation.credentialOf),
    onDenied: deniedIn(foundation),
  })
  shutdown.add('services', async () => {
    await service.close()
    parameters.close()
  })
  return { ...service, parameters }
}

async function startNotificationService({ config, foundation, shutdown }: Input) {
  const registry = await openRegistry(config.dataDir)
  const token = notifierTokenOf(foundation.seed)
  const port = await foundation.ports.take('notifier')
  const api = await startManagementApi({ registry, token, port })
  shutdown.add('services', api.close)
  return { url: api.url, registry }
}

async function startChains(
  { config, foundation, shutdown }: Input,
  isBusy: () => Promise<boolean>,
): Promise<readonly LocalChain[]> {
  const { log, ports } = foundation
  const portName = { test: 'testChain', live: 'liveChain' } as const
  const { dataDir, blockTimeSeconds } = config
  const report = (text: string) => log.write('chains', text)
  const starts = localChains.map(async ({ mode, chainId }) => {
    const port = await ports.take(portName[mode])
    const chain = await startChain(
      { mode, chainId, dataDir, port, blockTimeSeconds, isBusy },
      { now: () => new Date(), report },
    )
    shutdown.add('chains', chain.stop, { force: chain.kill })
    return chain
  })
  return allStarted(starts)
}

/** Options for the instance's own AWS clients; the machine's AWS profile isn't used. */
function clientOptions(foundation: Foundation, endpoint: string) {
  const credentials = foundation.credentialOf(callers.instance)
  return { endpoint, region: 'us-east-1', credentials }
}
