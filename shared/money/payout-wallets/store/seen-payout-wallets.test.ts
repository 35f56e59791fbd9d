import { randomUUID } from 'node:crypto'
import { SSMClient } from '@aws-sdk/client-ssm'
import { expect, it, onTestFinished } from 'vitest'
import { startSsm } from '../../../../infra/local/aws/ssm/start-ssm.ts'
import { testCaller } from '../../../../infra/local/aws/test-data-dir.ts'
import { memoryParameters } from '../../../../test/memory-parameters.ts'
import { seenPayoutWallets } from './seen-payout-wallets.ts'

const one = { mode: 'live', chainId: 1 } as const
const other = { mode: 'live', chainId: 8453 } as const

/** Runs that share the parameters, and how often these were read. */
async function fixture() {
  const memory = memoryParameters()
  const reads: string[] = []
  const find = (name: string) => {
    reads.push(name)
    return memory.find(name)
  }
  const { accessKeyId, secretAccessKey } = testCaller.credentials
  const actions = ['ssm:GetParameter', 'ssm:PutParameter'] as const
  const callers = new Map([[accessKeyId, { name: 'sweep', secretAccessKey, actions }]])
  const service = await startSsm({ parameters: { ...memory, find }, callers, port: 0 })
  onTestFinished(service.close)
  const keyId = `arn:aws:kms:eu-central-1:123456789012:key/${randomUUID()}`
  const run = (freshMs?: number) => {
    const ssm = new SSMClient({ ...testCaller, endpoint: service.url })
    onTestFinished(() => ssm.destroy())
    return seenPayoutWallets({ ssm, path: '/seen/', keyId, ...(freshMs && { freshMs }) })
  }
  return { run, reads }
}

it('keeps the highest of each chain, and neither number falls', async () => {
  const { run } = await fixture()
  const seen = run()
  expect(await seen.find(one)).toBeUndefined()
  expect(await seen.save(one, { version: 3, setIn: 2 })).toBe(true)
  expect(await seen.save(other, { version: 1, setIn: 1 })).toBe(true)
  expect(await seen.save(one, { version: 2, setIn: 2 })).toBe(false)
  expect(await seen.save(one, { version: 4, setIn: 1 })).toBe(false)
  expect(await run().find(one)).toEqual({ version: 3, setIn: 2 })
  expect(await run().find({ ...one, mode: 'test' })).toBeUndefined()
})

it('loses nothing of what one run notes of several chains at a time', async () => {
  const { run } = await fixture()
  const seen = run()
  const chains = Array.from({ length: 8 }, (_, index) => ({ ...one, chainId: index + 1 }))
  await Promise.all(chains.map((of) => seen.save(of, { version: of.chainId, setIn: 0 })))
  const found = await Promise.all(chains.map(async (of) => (await run().find(of))?.version))
  expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

it('reads once for many signatures, and still lets nothing lower than another run has seen be noted', async () => {
  const { run, reads } = await fixture()
  const sweep = run(60_000)
  for (const _ of Array(20)) await sweep.find(one)
  expect(reads).toHaveLength(1)
  await run().save(one, { version: 3, setIn: 3 })
  expect(await sweep.save(one, { version: 2, setIn: 2 })).toBe(false)
})
