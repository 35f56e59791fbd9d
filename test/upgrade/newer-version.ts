import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import { kindOf } from './kinds.ts'
import { type Loss, lostMarks, withMarks } from './marks.ts'
import { unmarked } from './typed-paths.ts'

type Service = { handle: (operation: string, body: Buffer) => Promise<unknown> }
type Attributes = Record<string, AttributeValue>
type Item = Record<string, unknown>
type Target = { TableName: string; Key: Attributes }

/** An item after a write, without marks, and the marks that the write lost. */
type Written = { kind: string; item: unknown; lost: readonly Loss[] }

const attributes = z.custom<Attributes>((value) => typeof value === 'object' && value !== null)
const write = z.object({
  TableName: z.string(),
  Key: attributes.optional(),
  Item: attributes.optional(),
})
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), write)) })
const found = z.object({
  Item: attributes.optional(),
  Items: z.array(attributes).default([]),
  Responses: z.record(z.string(), z.array(attributes)).default({}),
})
const rowKey = z.object({ pk: z.string(), sk: z.string() })

/**
 * The service as if a newer version wrote everything, which gives every map an attribute that nobody else knows: whoever
 * reads an item finds one there. Reports each item that was written, and what a write of it lost.
 */
export function besideNewerVersion(report: (written: Written) => void) {
  return (service: Service): Service => {
    /** Written and not read since, by table and key. */
    const fresh = new Map<string, Target>()
    let last: Promise<unknown> = Promise.resolve()

    async function writeAs(operation: string, body: Buffer): Promise<unknown> {
      const targets = writtenBy(body)
      const before = await Promise.all(targets.map((target) => load(service, target)))
      const result = await service.handle(operation, body)
      for (const [index, target] of targets.entries()) {
        const after = await load(service, target)
        const key = rowKey.safeParse(after)
        if (!after || !key.success) continue
        fresh.set(nameOf(target), target)
        const lost = lostMarks(before[index], after)
        report({ kind: kindOf(key.data), item: unmarked(after), lost })
      }
      return result
    }

    async function readAs(operation: string, body: Buffer): Promise<unknown> {
      const result = await service.handle(operation, body)
      const targets = readFrom(body, result).filter((target) => fresh.has(nameOf(target)))
      if (targets.length === 0) return result
      for (const target of targets) await addMarks(service, target)
      for (const target of targets) fresh.delete(nameOf(target))
      return service.handle(operation, body)
    }

    return {
      handle: (operation, body) => {
        const isWrite = /^(Put|Update|TransactWrite)Item/.test(operation)
        if (!isWrite && !/^(Get|BatchGet|TransactGet)Item|^Query/.test(operation)) {
          return service.handle(operation, body)
        }
        const turn = last.then(() => (isWrite ? writeAs : readAs)(operation, body))
        last = turn.catch(() => undefined)
        return turn
      },
    }
  }
}

function writtenBy(body: Buffer): Target[] {
  const input: unknown = JSON.parse(body.toString())
  const { data: ofTransaction } = transaction.safeParse(input)
  const writes = ofTransaction
    ? ofTransaction.TransactItems.flatMap((each) => Object.values(each))
    : [write.parse(input)]
  return writes.flatMap(({ TableName, Key, Item }) => targetOf(TableName, Key ?? Item))
}

function readFrom(body: Buffer, response: unknown): Target[] {
  const { TableName = '' } = z
    .object({ TableName: z.string().optional() })
    .parse(JSON.parse(body.toString()))
  const { Item, Items, Responses } = found.parse(response)
  return [
    ...[Item, ...Items].flatMap((item) => targetOf(TableName, item)),
    ...Object.entries(Responses).flatMap(([table, items]) =>
      items.flatMap((item) => targetOf(table, item)),
    ),
  ]
}

function targetOf(TableName: string, { pk, sk }: Attributes = {}): Target[] {
  return pk && sk ? [{ TableName, Key: { pk, sk } }] : []
}

const nameOf = ({ TableName, Key }: Target) => JSON.stringify([TableName, Key['pk'], Key['sk']])

async function load(service: Service, target: Target): Promise<Item | undefined> {
  const body = Buffer.from(JSON.stringify({ ...target, ConsistentRead: true }))
  const { Item } = found.parse(await service.handle('GetItem', body))
  return Item && unmarshall(withBytes(Item))
}

async function addMarks(service: Service, target: Target): Promise<void> {
  const item = await load(service, target)
  const key = rowKey.safeParse(item)
  if (!item || !key.success) return
  const Item = marshall(withMarks(kindOf(key.data), item), { removeUndefinedValues: true })
  const body = JSON.stringify({ TableName: target.TableName, Item }, (_, each: unknown) =>
    each instanceof Uint8Array ? Buffer.from(each).toString('base64') : each,
  )
  await service.handle('PutItem', Buffer.from(body))
}

/** Bytes are base64 on the wire. */
function withBytes(item: Attributes): Attributes {
  return JSON.parse(JSON.stringify(item), (name, each: unknown) =>
    name === 'B' && typeof each === 'string' ? Uint8Array.from(Buffer.from(each, 'base64')) : each,
  )
}
