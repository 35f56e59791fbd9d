import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as deliver from '../../functions/queues/deliver-webhooks.ts'
import * as recheck from '../../functions/timers/recheck-payment.ts'
import * as watch from '../../functions/timers/watch-session.ts'
import { type FunctionRow, queues } from '../../infra/function-row.ts'
import { functions } from '../../infra/functions.ts'
import { sqsEvent } from '../../infra/local/events/sqs-event.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { addition } from '../../shared/kernel/store/writes.ts'
import { scanMessage } from '../../shared/queue/scan-message.ts'
import { localAws } from '../local-aws.ts'
import { serviceFunctions } from '../service-functions.ts'
import { startTestTable } from '../test-table.ts'
import { currentMessages, fixturesFolder, readFixtures } from './fixtures.ts'
import { missingKinds } from './kinds.ts'
import { withMarks } from './marks.ts'
import { notRead, readers } from './readers.ts'
import type { StoredItem } from './real-runs.ts'
import { namesIn } from './stored-values.ts'
import { tasksOfMachines } from './tasks-of-machines.ts'
import { unmarked } from './typed-paths.ts'

/** This version's, and those that releases kept. */
const versions = await readdir(fixturesFolder)

const added = { addedLater: { by: 'a newer version', list: [1, null] } }

let table: Table
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ table, stop } = await startTestTable())
})
afterAll(() => stop())

it('has a fixture of every kind of row, message and execution: npm run fixtures', async () => {
  await localAws()
  const current = await readFixtures('current.json')
  expect(missingKinds(Object.keys(current.items))).toEqual([])
  expect(Object.keys(queues).filter((queue) => !(queue in current.messages))).toEqual([])
  expect(machineNames.filter((machine) => !(machine in current.executions))).toEqual([])
  expect(await currentMessages(current)).toEqual({
    messages: current.messages,
    executions: current.executions,
  })
  expect(await tasksOfMachines()).toEqual(current.tasks)
})

/** Readings of this version if one item is stored, and if none is. */
async function readingsOf(kind: string, item: StoredItem) {
  const read = () => readers[kind]?.(table, { ...namesIn(item), item })
  const empty = await read()
  const Key = { pk: item.pk, sk: item.sk }
  await transact(table, [addition(item)])
  try {
    return { empty, stored: await read() }
  } finally {
    await transact(table, [{ Delete: { Key } }])
  }
}

describe.each(versions)('of %s,', async (version) => {
  const { items, messages, executions, tasks } = await readFixtures(version)

  it('every kind has a reader, or a reason why none is needed', () => {
    const kinds = Object.keys(items)
    expect(kinds.filter((kind) => kind in readers === kind in notRead)).toEqual([])
  })

  const kindsRead = Object.keys(items).filter((kind) => kind in readers)

  it.each(kindsRead)('a %s is read, whatever a newer version added', async (kind) => {
    for (const item of items[kind] ?? []) {
      const { stored, empty } = await readingsOf(kind, item)
      expect(stored).not.toEqual(empty)
      const newer = await readingsOf(kind, { ...item, ...withMarks(kind, item) })
      // An event quotes its session, to which the run had added something, too.
      expect(unmarked(newer.stored)).toEqual(unmarked(stored))
    }
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

  it('executions with a field of a newer version find their session', async () => {
    const { config, table: own } = await serviceFunctions()
    const [session] = items['session'] ?? []
    const open = { ...session, status: 'detected', closedAt: null }
    await transact(own, [addition(open)])
    for (const input of Object.values(executions)) {
      const event = { ...input, ...added }
      // It is to be scanned, and its chain is down.
      await expect(watch.serve(config)(event)).rejects.toThrow('gave no usable response')
      await expect(recheck.serve(config)(event)).rejects.toThrow('gave no usable response')
    }
  })

  it.each(Object.entries(tasks))(
    'executions of %s that still run find their functions %j, and may invoke them',
    (machine, names) => {
      expect(names).not.toEqual([])
      const rows: Readonly<Record<string, FunctionRow>> = functions
      for (const name of names) {
        expect(rows[name]?.trigger, name).toMatchObject({ kind: 'task', machine })
      }
    },
  )
})
