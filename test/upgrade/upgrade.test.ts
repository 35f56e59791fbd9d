import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import * as deliver from '../../functions/queues/deliver-webhooks.ts'
import * as recheck from '../../functions/timers/recheck-payment.ts'
import * as watch from '../../functions/timers/watch-session.ts'
import { sqsEvent } from '../../infra/local/events/sqs-event.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { addition } from '../../shared/kernel/store/writes.ts'
import { scanMessage } from '../../shared/queue/scan-message.ts'
import { localAws } from '../local-aws.ts'
import { serviceFunctions } from '../service-functions.ts'
import { testTable } from '../test-table.ts'
import { rows } from './fixture-rows.ts'
import { currentFixtures } from './fixtures.ts'

const folder = join(import.meta.dirname, 'fixtures')

const fields = z.record(z.string(), z.unknown())
const row = z.looseObject({ pk: z.string(), sk: z.string() })
const file = z.object({
  items: z.record(z.string(), z.array(row)),
  messages: z.record(z.string(), fields),
  executions: z.record(z.string(), fields),
})

const readFixtures = async (name: string) =>
  file.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))

/** This version's, and those that releases kept. */
const versions = await readdir(folder)

it('changes nothing of what is stored unnoticed: `npm run fixtures` writes the file again', async () => {
  await localAws()
  const current: unknown = JSON.parse(JSON.stringify(await currentFixtures()))
  expect(current).toEqual(await readFixtures('current.json'))
})

const added = { addedLater: { by: 'a newer version', list: [1, null] } }

async function storedItem({ client, name }: Table, { pk, sk }: z.infer<typeof row>) {
  const query = { TableName: name, Key: { pk, sk }, ConsistentRead: true }
  return (await client.send(new GetCommand(query))).Item
}

describe.each(versions)('of %s,', async (version) => {
  const { items, messages, executions } = await readFixtures(version)

  it.each(Object.keys(items))('a %s keeps what a newer version added', async (name) => {
    const table = await testTable()
    const stored = items[name] ?? []
    await transact(table, Object.values(items).flat().map(addition))
    const known = await rows[name]?.read(table)
    const newer = stored.map(({ pk, sk }) => ({ Update: { Key: { pk, sk }, ...addingOne } }))
    if (newer.length > 0) await transact(table, newer)
    expect(await rows[name]?.read(table)).toEqual(known)
    const change = rows[name]?.change
    if (change) expect(await transact(table, [change])).toEqual({ committed: true })
    for (const item of stored) expect(await storedItem(table, item)).toMatchObject(added)
  })

  it('messages with a field of a newer version are read', async () => {
    const { config } = await serviceFunctions()
    const body = JSON.stringify({ ...messages['webhook-deliveries'], ...added })
    const received = { MessageId: '1', ReceiptHandle: '1', Body: body }
    const attributes = { Attributes: { ApproximateReceiveCount: '1' } }
    const event = sqsEvent('webhook-deliveries', [{ ...received, ...attributes }])
    // Its delivery isn't in the table, so nothing is left to do.
    const response = await deliver.serve(config)(event)
    expect(response).toEqual({ batchItemFailures: [] })
    const { scans } = messages
    expect(scanMessage.parse({ ...scans, ...added })).toEqual(scans)
  })

  it('executions with a field of a newer version end', async () => {
    const { config } = await serviceFunctions()
    for (const input of Object.values(executions)) {
      const event = { ...input, ...added }
      expect(await watch.serve(config)(event)).toMatchObject({ phase: 'closed' })
      expect(await recheck.serve(config)(event)).toMatchObject({ decided: true })
    }
  })
})

const addingOne = {
  UpdateExpression: 'SET addedLater = :added',
  ExpressionAttributeValues: { ':added': added.addedLater },
}
