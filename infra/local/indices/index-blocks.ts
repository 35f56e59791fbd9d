import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Mode, modes } from '../../../shared/kernel/mode.ts'
import { keys } from '../../../shared/kernel/store/keys.ts'
import { readItem } from '../../../shared/kernel/store/read-item.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { listWalletRecords } from '../../../shared/payments/wallet/store/wallet-records.ts'
import { type FolderAge, folderAge, nextBlock } from './next-block.ts'
import type { Reservations } from './reservations.ts'

export type Begun = {
  mode: Mode
  start: number
  age: FolderAge
  /** Whether the folder was an older one, or from elsewhere, at this start or an earlier one, and `restore` has not run since. */
  mayLack: boolean
}

/** The blocks of derivation indices that a run reserves, before any of them is assigned. */
export type IndexBlocks = {
  /** Reserves the first block of each mode for wallets that have none yet, and moves the counters there. */
  begin: () => Promise<Begun[]>
  /** Carries out what may take an index, once the index is reserved. */
  counting: <Result>(mode: Mode, count: () => Promise<Result>) => Promise<Result>
}

type Deps = { table: Table; reservations: Reservations }

/** The block of this run, and the wallets that it is reserved for. */
type Own = { end: number; wallets: readonly string[] }

export function indexBlocks(deps: Deps): IndexBlocks {
  const own = new Map<Mode, Own>()
  const last = new Map<Mode, Promise<unknown>>()
  /** One at a time: what is reserved is compared with what is assigned. */
  const inTurn = <Result>(mode: Mode, work: () => Promise<Result>): Promise<Result> => {
    const done = (last.get(mode) ?? Promise.resolve()).then(work)
    last.set(
      mode,
      done.catch(() => undefined),
    )
    return done
  }
  const reserve = async (mode: Mode): Promise<Begun | undefined> => {
    const reserved = await reserveBlock(deps, mode, own.get(mode))
    if (reserved) own.set(mode, reserved.own)
    return reserved?.begun
  }
  return {
    begin: async () => {
      const begun = await Promise.all(modes.map((mode) => inTurn(mode, () => reserve(mode))))
      return begun.flatMap((one) => one ?? [])
    },
    counting: (mode, count) =>
      inTurn(mode, async () => {
        await reserve(mode)
        return count()
      }),
  }
}

const counter = z.object({
  next: z.int(),
  reservedBefore: z.int().optional(),
  lostFrom: z.int().optional(),
})

/** Undefined if nothing has to be reserved: there is no wallet, or its block is not used up. */
async function reserveBlock(
  deps: Deps,
  mode: Mode,
  own: Own | undefined,
): Promise<{ own: Own; begun: Begun } | undefined> {
  const { table, reservations } = deps
  const records = await listWalletRecords(table)
  const wallets = records.map(({ firstAddresses }) => firstAddresses[mode])
  if (wallets.length === 0) return undefined
  const item = await readItem(table, keys.counter(mode, 'derivation'), counter)
  const isKnown = wallets.every((wallet) => own?.wallets.includes(wallet))
  if (own && isKnown && item && item.next < own.end) return undefined
  const before = { next: item?.next, inTable: item?.reservedBefore }
  const { start, end, age } = reservations.reserve(wallets, (onMachine) => {
    const reserved = { ...before, onMachine }
    const block = nextBlock({ ...reserved, own: isKnown ? own?.end : undefined })
    return { ...block, age: folderAge(reserved) }
  })
  if (await moveCounter(table, mode, { from: item?.next, start, end, age })) {
    const mayLack = age !== 'as left' || item?.lostFrom !== undefined
    return { own: { end, wallets }, begun: { mode, start, age, mayLack } }
  }
  return reserveBlock(deps, mode, own)
}

type Move = { from: number | undefined; start: number; end: number; age: FolderAge }

/** False if the counter has moved meanwhile. */
async function moveCounter(
  table: Table,
  mode: Mode,
  { from, start, end, age }: Move,
): Promise<boolean> {
  const isSame = from === undefined ? 'attribute_not_exists(#next)' : '#next = :from'
  // What is searched for money of lost sessions begins there.
  const losing = age === 'as left' ? '' : ', lostFrom = if_not_exists(lostFrom, :lostFrom)'
  const move = new UpdateCommand({
    TableName: table.name,
    Key: keys.counter(mode, 'derivation'),
    UpdateExpression: `SET #next = :start, reservedBefore = :end, #table = if_not_exists(#table, :table)${losing}`,
    ConditionExpression: isSame,
    ExpressionAttributeNames: { '#next': 'next', '#table': 'table' },
    ExpressionAttributeValues: {
      ':start': start,
      ':end': end,
      ':table': table.name,
      ...(from !== undefined && { ':from': from }),
      ...(losing && { ':lostFrom': from ?? 0 }),
    },
  })
  try {
    await table.client.send(move)
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
