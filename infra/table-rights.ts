import { operatorKeys } from '../shared/admin/operators/store/keys.ts'
import { modes } from '../shared/kernel/mode.ts'
import { tableSchema } from '../shared/kernel/store/schema.ts'
import { apiKeyKeys } from '../shared/records/api-keys/store/keys.ts'
import type { FunctionRow } from './function-row.ts'
import { appendOnly, counters, guards } from './table-guards.ts'

const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'] as const
/** Part of a transaction, but it only reads. */
const checkAction = 'dynamodb:ConditionCheckItem'
const rewriteActions = ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'] as const
const changeActions = ['dynamodb:PutItem', ...rewriteActions] as const

const describeAction = 'dynamodb:DescribeTable'

type Action =
  | (typeof readActions)[number]
  | (typeof changeActions)[number]
  | typeof checkAction
  | typeof describeAction

/** Allows or denies actions at partition keys, in which `*` is a wildcard; without `keys`, at all keys. */
export type TableRight = {
  sid: string
  actions: readonly Action[]
  keys?: readonly string[]
  /** Attributes that a request must not name. */
  without?: readonly string[]
}

/** Whoever could set them could list an unpaid session as paid, however small its partition is. */
const indexAttributes: readonly string[] = [
  ...new Set(
    Object.values(tableSchema.indexes).flatMap(({ partitionKey, sortKey }) => [
      partitionKey,
      sortKey,
    ]),
  ),
]

type Denied = TableRight & { keys: readonly string[] }

export type TableRights = {
  allowed: readonly TableRight[]
  /** Overrides what is allowed. */
  denied: readonly Denied[]
}

/** A function's rights to items: its role on AWS grants them, and the local table refuses everything else. */
export function tableRights(row: FunctionRow): TableRights {
  const { table, counts = false, notesSeen = false, invokesItself = false } = row.touches
  if (!table) return { allowed: [], denied: [] }
  const mayChange = table === 'write'
  const changes: TableRight = { sid: 'WriteTable', actions: [...changeActions, checkAction] }
  const describing: TableRight = { sid: 'DescribeTable', actions: [describeAction] }
  const counting: TableRight = {
    sid: 'Count',
    actions: ['dynamodb:UpdateItem'],
    keys: counters,
    without: indexAttributes,
  }
  const using: TableRight = {
    sid: 'NoteKeyUse',
    actions: ['dynamodb:UpdateItem'],
    keys: modes.map((mode) => apiKeyKeys.apiKeyUse(mode, '').pk),
    without: indexAttributes,
  }
  const noting: TableRight = {
    sid: 'NoteSeen',
    actions: ['dynamodb:UpdateItem'],
    keys: [operatorKeys.signInSeen('').pk],
    without: indexAttributes,
  }
  const working: TableRight = {
    sid: 'NoteWork',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    keys: [operatorKeys.work('*').pk],
  }
  return {
    allowed: [
      { sid: 'ReadTable', actions: readActions },
      ...(row.touches.describesTable ? [describing] : []),
      ...(mayChange ? [changes] : []),
      ...(counts && !mayChange ? [counting] : []),
      ...(counts && !mayChange && hasApiKey(row) ? [using] : []),
      ...(notesSeen ? [noting] : []),
      ...(invokesItself && !mayChange ? [working] : []),
    ],
    denied: denied(row),
  }
}

function hasApiKey({ trigger }: FunctionRow): boolean {
  return trigger.kind === 'route' && trigger.path.startsWith('/api/v1/')
}

function denied(row: FunctionRow): Denied[] {
  const unread = guards.filter(({ mayRead }) => !mayRead(row)).flatMap(({ keys }) => keys)
  const reading: Denied = {
    sid: 'ReadNoGuardedItem',
    actions: [...readActions, checkAction],
    keys: unread,
  }
  const unwritten = guards.filter(({ mayWrite }) => !mayWrite(row)).flatMap(({ keys }) => keys)
  const changing: Denied[] = [
    { sid: 'WriteNoGuardedItem', actions: changeActions, keys: unwritten },
    { sid: 'ChangeNoGuardedItem', actions: rewriteActions, keys: appendOnly },
  ]
  const all = row.touches.table === 'write' ? [reading, ...changing] : [reading]
  return all.filter(({ keys }) => keys.length > 0)
}
