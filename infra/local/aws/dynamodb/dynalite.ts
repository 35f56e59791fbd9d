import { createRequire } from 'node:module'

/**
 * The parts of dynalite that the local DynamoDB is built on. It has no types, and its own server doesn't expose its store,
 * so its store, validations and actions are loaded and typed here.
 */
const require = createRequire(import.meta.url)

export type Attributes = Record<string, unknown>
export type TableDescription = {
  TableStatus: string
  GlobalSecondaryIndexes?: Array<{ IndexName: string; IndexStatus: string }>
} & Record<string, unknown>

/** A request after dynalite's validation, which adds parsed expressions. */
export type ActionInput = { TableName: string; Key?: Attributes; Item?: Attributes } & Record<
  string,
  unknown
>

type Callback<Value> = (error: unknown, value?: Value) => void
type Release = <Fn>(callback: Fn) => Fn

/** One of dynalite's key spaces: the items of a table, the rows of an index, the tables themselves. */
export type KeySpace<Value> = {
  get: (key: string, callback: Callback<Value>) => void
  put: (key: string, value: Value, callback: Callback<void>) => void
  del: (key: string, callback: Callback<void>) => void
  lock: (key: string, run: (release: Release) => void) => void
}

export type Write = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string }

/** The part of the LevelDB database that is used here. Values are JSON. */
export type Database = {
  open: () => Promise<void>
  get: (key: string, callback: Callback<unknown>) => void
  /** Undefined if the key doesn't exist. Several times cheaper than `get`, because items are in memory. */
  getSync: (key: string) => unknown
  iterator: (range: { gte: string; lt: string }) => AsyncIterable<[string, unknown]>
  keys: OpenCursor
  values: OpenCursor
}

type Cursor = { next: () => Promise<unknown>; close: () => Promise<void> }
type OpenCursor = (range?: object) => Cursor

export type ActionStore = {
  options: { maxItemSize: number }
  tableDb: KeySpace<TableDescription>
  getTable: (name: string, callback: Callback<TableDescription>) => void
  getItemDb: (table: string) => KeySpace<Attributes>
  getIndexDb: (kind: string, table: string, index: string) => KeySpace<Attributes>
}

export type DynaliteStore = ActionStore & {
  db: Database
  lifecycleManager: { gracefulClose: () => Promise<void> }
}

type StoreOptions = {
  path: string | undefined
  createTableMs: number
  deleteTableMs: number
  updateTableMs: number
}

type Validation = { types: unknown; custom: unknown }

type DynaliteDb = {
  create: (options: StoreOptions) => DynaliteStore
  createKey: (attributes: Attributes, table: TableDescription) => string
  validateKey: (key: Attributes, table: TableDescription) => Error | undefined
  validateItem: (item: Attributes, table: TableDescription) => Error | undefined
  checkConditional: (input: ActionInput, item: Attributes | undefined) => Error | null | undefined
}

type Validations = {
  checkTypes: (input: unknown, types: unknown) => ActionInput
  checkValidations: (
    ...parameters: [input: ActionInput, types: unknown, custom: unknown, store: ActionStore]
  ) => void
}

type Action = (store: ActionStore, input: ActionInput, callback: Callback<Attributes>) => void

export const dynaliteDb: DynaliteDb = require('dynalite/db/index.js')
export const validations: Validations = require('dynalite/validations/index.js')

const operations = [
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DeleteTable',
  'DescribeTable',
  'GetItem',
  'ListTables',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
  'UpdateTable',
] as const

type DynaliteOperation = (typeof operations)[number]
export type LoadedOperation = { run: Action; validation: Validation }

const loaded = new Map(operations.map((name) => [String(name), loadOperation(name)]))

/** Returns dynalite's implementation of an operation; undefined if it has none. */
export function dynaliteOperation(name: string): LoadedOperation | undefined {
  return loaded.get(name)
}

function loadOperation(name: DynaliteOperation): LoadedOperation {
  const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}.js`
  return {
    run: require(`dynalite/actions/${file}`),
    validation: require(`dynalite/validations/${file}`),
  }
}
