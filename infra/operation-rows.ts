import type { Operation } from '../shared/kernel/operation/operation.ts'
import { type Touches, withImplied } from '../shared/kernel/operation/touches.ts'
import type { FunctionRow } from './function-row.ts'

/** Defaults of a function with a waiting caller. */
const awaited = { memoryMb: 512, timeoutSeconds: 20 } as const

/**
 * Each kind of caller has a folder of entry files, one for each operation, or for each group of operators' operations.
 */
const folders = {
  merchant: 'functions/api',
  public: 'functions/api',
  customer: 'functions/checkout',
  signed: 'functions/intake',
  operator: 'functions/operator',
} as const

/** The Lambdas of these operations by their names: `create-quote`, or `operator-keys` for a group. */
export function operationRows(operations: readonly Operation[]): Record<string, FunctionRow> {
  const groups = Map.groupBy(operations, lambdaName)
  return Object.fromEntries(Array.from(groups, ([name, members]) => [name, row(members)]))
}

export function lambdaName({ name, group }: Operation): string {
  return group === null ? name : `operator-${group}`
}

function row(members: readonly Operation[]): FunctionRow {
  const [first] = members
  if (!first) throw new Error('a Lambda serves at least one operation')
  const { caller, name, group } = first
  return {
    entry: `${folders[caller.kind]}/${group ?? name}.ts`,
    trigger: group === null ? route(first) : { kind: 'operator' },
    memoryMb: most(members, 'memoryMb'),
    timeoutSeconds: most(members, 'timeoutSeconds'),
    touches: withImplied(members.map(({ touches }) => touches).reduce(together)),
  }
}

function route({ method, path, streaming }: Operation): FunctionRow['trigger'] {
  return { kind: 'route', method, path, ...(streaming && { streaming }) }
}

function most(members: readonly Operation[], need: keyof typeof awaited): number {
  return Math.max(...members.map(({ needs }) => needs[need] ?? awaited[need]))
}

/** The union of what both touch. */
function together(one: Touches, other: Touches): Touches {
  const union = <Item>(a: readonly Item[] = [], b: readonly Item[] = []) => [
    ...new Set([...a, ...b]),
  ]
  const table = [one.table, other.table].includes('write') ? 'write' : (one.table ?? other.table)
  return {
    ...one,
    ...other,
    ...(table && { table }),
    sends: union(one.sends, other.sends),
    redrives: union(one.redrives, other.redrives),
    starts: union(one.starts, other.starts),
    encrypts: union(one.encrypts, other.encrypts),
    decrypts: union(one.decrypts, other.decrypts),
    administers: union(one.administers, other.administers),
  }
}
