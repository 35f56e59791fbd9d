import type { Caller } from '../shared/kernel/operation/caller.ts'
import { type Operation, operationId } from '../shared/kernel/operation/operation.ts'
import { type Touches, withImplied } from '../shared/kernel/operation/touches.ts'
import type { FunctionRow } from './function-row.ts'

/** Defaults of a function with a waiting caller. */
const awaited = { memoryMb: 512, timeoutSeconds: 20 } as const

/** Each kind of caller has a folder of entry files: one for each operation, or for each group of operators' operations. */
const folders = {
  merchant: 'functions/api',
  public: 'functions/api',
  customer: 'functions/checkout',
  signed: 'functions/intake',
  operator: 'functions/operator',
  visitor: 'functions/visitor',
} as const

/** The Lambda of each operation by its name: `create-quote`, or `operator-create-api-key`. */
export function operationRows(operations: readonly Operation[]): Record<string, FunctionRow> {
  return Object.fromEntries(operations.map((operation) => [lambdaName(operation), row(operation)]))
}

export function lambdaName({ name, group }: Pick<Operation, 'name' | 'group'>): string {
  return group === null ? name : `operator-${name}`
}

/** `serveCreateApiKey`: a group's entry file exports one function for each of its operations. */
function serveName(operation: Pick<Operation, 'name'>): string {
  const id = operationId(operation)
  return `serve${id.charAt(0).toUpperCase()}${id.slice(1)}`
}

function row(operation: Operation): FunctionRow {
  const { caller, name, group, needs, touches } = operation
  return {
    entry: `${folders[caller.kind]}/${group ?? name}.ts`,
    ...(group !== null && { serve: serveName(operation) }),
    trigger: trigger(operation),
    ...awaited,
    ...needs,
    touches: withImplied({ ...touches, ...touchedByCaller(caller, touches) }),
  }
}

/** What every function for such a caller touches besides. */
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
