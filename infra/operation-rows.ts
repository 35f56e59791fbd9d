import type { Caller } from '../shared/kernel/operation/caller.ts'
import type { Operation } from '../shared/kernel/operation/operation.ts'
import { type Touches, withImplied } from '../shared/kernel/operation/touches.ts'
import type { FunctionRow } from './function-row.ts'

/** Defaults of a function with a waiting caller. */
const awaited = { memoryMb: 512, timeoutSeconds: 20 } as const

/** Each kind of caller has a folder of entry files. */
const folders = {
  merchant: 'functions/api',
  public: 'functions/api',
  customer: 'functions/checkout',
  signed: 'functions/intake',
  operator: 'functions/operator',
  visitor: 'functions/visitor',
} as const

/** The Lambda of each operation, by a name such as `create-quote` or `operator-create-api-key`. */
export function operationRows(operations: readonly Operation[]): Record<string, FunctionRow> {
  return Object.fromEntries(operations.map((operation) => [lambdaName(operation), row(operation)]))
}

export function lambdaName({ name, group }: Pick<Operation, 'name' | 'group'>): string {
  return group === null ? name : `operator-${name}`
}

function row(operation: Operation): FunctionRow {
  const { caller, name, group, limits, touches } = operation
  return {
    entry: `${folders[caller.kind]}/${name}.ts`,
    ...(group !== null && { group }),
    trigger: trigger(operation),
    ...awaited,
    ...limits,
    touches: withImplied({ ...touches, ...touchedByCaller(caller, touches) }),
  }
}

/** In addition to what the operation declares. */
function touchedByCaller(caller: Caller, { administers = [] }: Touches): Touches {
  if (caller.kind === 'merchant') return { counts: true }
  if (caller.kind !== 'operator') return {}
  const proven: Touches = caller.proof === 'none' ? {} : { invokes: ['verify-proof'] }
  if (!caller.inBackground) return { notesSeen: true, ...proven }
  return { notesSeen: true, ...proven, invokesItself: true, administers: [...administers, 'work'] }
}

function trigger({ method, path, streaming, caller }: Operation): FunctionRow['trigger'] {
  if (caller.kind === 'operator') {
    return { kind: 'operator', route: caller.doors.includes('dashboard') ? { method, path } : null }
  }
  return { kind: 'route', method, path, ...(streaming && { streaming }) }
}
