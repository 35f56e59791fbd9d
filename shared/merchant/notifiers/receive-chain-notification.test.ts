import { createHmac } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startKms } from '../../../infra/local/aws/kms/start-kms.ts'
import { startSqs } from '../../../infra/local/aws/sqs/start-sqs.ts'
import { testCaller, testDataDir } from '../../../infra/local/aws/test-data-dir.ts'
import { testTable } from '../../../test/test-table.ts'
import { localAddresses } from '../../chain/local-addresses.ts'
import { notifierKeyContext } from '../../chain/rules/notifier.ts'
import { commit } from '../../kernel/operation/commit.ts'
import { open, seal } from '../../kernel/sealing/seal.ts'
import { transact } from '../../kernel/store/transact.ts'
import { addressCreation } from '../../payments/ledger/store/addresses.ts'
import { enqueueScans } from '../../queue/enqueue-scans.ts'
import { type ScanMessage, scanMessage } from '../../queue/scan-message.ts'
import {
  type ReceiveChainNotificationServices,
  receiveChainNotification,
} from './receive-chain-notification.ts'
import { notifierKeyCreation } from './store/notifier-keys.ts'

const ours = {
  first: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  second: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
}
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signingKeys = { 31337: 'whsec_test_chain', 31338: 'whsec_live_chain' }
const now = new Date('2026-03-01T12:00:00Z')
const notified = { by: 'alchemy', at: now.toISOString() }
const hash = (digit: string) => `0x${digit.repeat(64)}`

let services: ReceiveChainNotificationServices
let notices: string[]
let queued: () => Promise<ScanMessage[]>

beforeEach(async () => {
  const { seal: sealKey, open: openKey } = await secrets()
  const queue = await scansQueue()
  const table = await testTable()
  const keys = Object.entries(signingKeys).map(async ([id, text]) => {
    const key = { notifier: 'alchemy', chainId: Number(id), webhookId: `wh_${id}` } as const
    return notifierKeyCreation({
      ...key,
      signingKey: await sealKey(text, notifierKeyContext(key)),
    })
  })
  const address = { mode: 'test', derivationIndex: 0 } as const
  await transact(table, [
    ...(await Promise.all(keys)),
    addressCreation({ ...address, id: 'cs_first', address: ours.first }),
    addressCreation({ ...address, id: 'cs_second', address: ours.second }),
  ])
  notices = []
  services = {
    table,
    now: () => now,
    signingKey: (key) => openKey(key.signingKey, notifierKeyContext(key)),
    sendScans: (messages) => enqueueScans(queue, messages),
    onNotice: (message) => void notices.push(message),
  }
  queued = queue.receiveAll
})

async function secrets() {
  const { accessKeyId, secretAccessKey } = testCaller.credentials
  const purpose = 'app-secrets'
  const caller = {
    secretAccessKey,
    name: 'test',
    encrypts: [purpose],
    decrypts: [purpose],
  } as const
  const callers = new Map([[accessKeyId, caller]])
  const service = await startKms({ dataDir: await testDataDir(), port: 0, callers })
  const kms = new KMSClient({ ...testCaller, endpoint: service.url })
  onTestFinished(async () => {
    kms.destroy()
    await service.close()
  })
  const sealing = { kms, keyId: service.keyId, purpose }
  return {
    seal: (text: string, context: Record<string, string>) => seal(sealing, text, context),
    open: (...args: [Parameters<typeof open>[1], Record<string, string>]) => open(sealing, ...args),
  }
}

async function scansQueue() {
  const queues = { scans: { visibilitySeconds: 60, maxReceiveCount: 2 } }
  const service = await startSqs({ dataDir: await testDataDir(), port: 0, queues })
  const sqs = new SQSClient({ ...testCaller, endpoint: service.url })
  onTestFinished(async () => {
    sqs.destroy()
    await service.close()
  })
  const queueUrl = service.queueUrl('scans')
  const receive = async () => {
    const command = new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 })
    const { Messages = [] } = await sqs.send(command)
    for (const { ReceiptHandle } of Messages) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }))
    }
    return Messages.map(({ Body }) => scanMessage.parse(JSON.parse(Body ?? '')))
  }
  const receiveAll = async (): Promise<ScanMessage[]> => {
    const some = await receive()
    return some.length ? [...some, ...(await receiveAll())] : []
  }
  return { sqs, queueUrl: () => queueUrl, receiveAll }
}

type Activity = { to: string; digit: string; token?: string; rawValue?: string }

const bodyOf = (network: string, activity: Activity[]) =>
  JSON.stringify({
    type: 'ADDRESS_ACTIVITY',
    event: {
      network,
      activity: activity.map(({ to, digit, token, rawValue = '0x1' }) => ({
        hash: hash(digit),
        toAddress: to.toLowerCase(),
        category: token ? 'token' : 'external',
        rawContract: { rawValue, address: token ?? null },
      })),
    },
  })

/** The response, once everything that it triggers is done. */
function post(body: string, { key = signingKeys[31337], notifier: id = 'alchemy' } = {}) {
  const rawBody = Buffer.from(body)
  const signature = createHmac('sha256', key).update(rawBody).digest('hex')
  const headers = { 'X-Alchemy-Signature': signature }
  const { table } = services
  const request = { id, rawBody, headers, query: {}, path: '' }
  return commit(table, () => receiveChainNotification.run(services, request))
}

const network = 'LOCAL_31337'

describe('a notification', () => {
  it('triggers one scan per session that it names', async () => {
    const body = bodyOf(network, [
      { to: ours.first, digit: 'a' },
      { to: stranger, digit: 'b' },
      { to: ours.first, digit: 'a' },
      { to: ours.second, digit: 'c', token: localAddresses.testUsdc.toLowerCase() },
      { to: ours.first, digit: 'd' },
    ])
    expect(await post(body)).toEqual({})
    const scans = await queued()
    expect(scans.toSorted((a, b) => a.sessionId.localeCompare(b.sessionId))).toEqual([
      {
        mode: 'test',
        sessionId: 'cs_first',
        chainId: 31337,
        txHashes: [hash('a'), hash('d')],
        notified,
      },
      { mode: 'test', sessionId: 'cs_second', chainId: 31337, txHashes: [hash('c')], notified },
    ])
  })

  it('about many addresses is sent in batches', async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      id: `cs_${index}`,
      mode: 'live' as const,
      address: `0x${String(index).padStart(40, '0')}`,
      derivationIndex: index,
    }))
    await transact(services.table, many.map(addressCreation))
    await post(
      bodyOf(
        network,
        many.map(({ address }) => ({ to: address, digit: 'a' })),
      ),
    )
    expect(new Set((await queued()).map((scan) => scan.sessionId)).size).toBe(25)
  })

  it('about unknown addresses, nothing, or unsupported tokens triggers no scan', async () => {
    const lookalike = '0x0000000000000000000000000000000000c0ffee'
    const body = bodyOf(network, [
      { to: stranger, digit: 'a' },
      { to: ours.first, digit: 'b', token: lookalike },
      { to: ours.first, digit: 'c', rawValue: '0x0' },
    ])
    expect(await post(body)).toEqual({})
    expect(await post(bodyOf(network, []))).toEqual({})
    expect(await queued()).toEqual([])
  })

  it('of the notifier about itself is passed on', async () => {
    const body = JSON.stringify({ type: 'ADDRESS_ACTIVITY', event: { error: 'Limit exceeded' } })
    expect(await post(body)).toEqual({})
    expect(notices).toEqual(['Limit exceeded'])
  })
})

describe('nothing is scanned', () => {
  const body = bodyOf(network, [{ to: ours.first, digit: 'a' }])

  it.each([
    { why: 'a forged signature', options: { key: 'whsec_guess' }, code: 'unauthenticated' },
    { why: "another network's key", options: { key: signingKeys[31338] }, code: 'unauthenticated' },
    { why: 'an unknown notifier', options: { notifier: 'moralis' }, code: 'resource_not_found' },
    {
      why: 'a notifier named like a property',
      options: { notifier: 'toString' },
      code: 'resource_not_found',
    },
  ])('for $why', async ({ options, code }) => {
    await expect(post(body, options)).rejects.toMatchObject({ code })
    expect(await queued()).toEqual([])
  })

  it('without a signature', async () => {
    const rawBody = Buffer.from(body)
    const request = { id: 'alchemy', rawBody, headers: {}, query: {}, path: '' }
    const attempt = receiveChainNotification.run(services, request)
    await expect(attempt).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('for a network without a key', async () => {
    const unknown = bodyOf('SOME_NEW_NETWORK', [{ to: ours.first, digit: 'a' }])
    await expect(post(unknown)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('for a signed body that is malformed', async () => {
    await expect(post('{')).rejects.toMatchObject({ code: 'malformed_json' })
  })

  it('for a body of more than a megabyte', async () => {
    const huge = body + ' '.repeat(1024 * 1024)
    await expect(post(huge)).rejects.toMatchObject({ code: 'body_too_large' })
    expect(await queued()).toEqual([])
  })
})
