import * as z from 'zod'
import { WireError } from '../wire-error.ts'
import type { ActionInput, ActionStore } from './dynalite.ts'
import { validateInput } from './run-action.ts'

const kinds = ['ConditionCheck', 'Put', 'Update', 'Delete'] as const
type WriteKind = (typeof kinds)[number]

/** A validated action of a transaction, with parsed expressions. */
export type TransactAction = { kind: WriteKind; input: ActionInput; returnsItem: boolean }

const parameters = z.record(z.string(), z.unknown())
type Parameters = z.output<typeof parameters>
const members = z.array(z.record(z.string(), parameters))
const maxActions = 100

/** dynalite has no ConditionCheck; a Delete accepts the same parameters. */
const validatedAs = {
  ConditionCheck: 'DeleteItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
} as const satisfies Record<WriteKind, string>

/** Validates the members of `TransactItems` one by one, as AWS does before it reads any item. */
export function parseWrites(store: ActionStore, transactItems: unknown): TransactAction[] {
  return parseMembers(transactItems).map((member) => {
    const [[kind, request] = [], ...others] = Object.entries(member)
    if (!isKind(kind) || !request || others.length > 0) {
      throw invalid('TransactItems can only contain one of Check, Put, Update or Delete')
    }
    return parseWrite(store, kind, request)
  })
}

function parseWrite(store: ActionStore, kind: WriteKind, request: Parameters): TransactAction {
  const returnsItem = request['ReturnValuesOnConditionCheckFailure'] === 'ALL_OLD'
  if (kind === 'ConditionCheck' && typeof request['ConditionExpression'] !== 'string') {
    throw invalid(
      constraint('null', 'conditionCheck.conditionExpression', 'Member must not be null'),
    )
  }
  return { kind, input: validateInput(store, validatedAs[kind], request), returnsItem }
}

function parseMembers(transactItems: unknown): Array<Record<string, Parameters>> {
  const parsed = members.safeParse(transactItems)
  if (!parsed.success) {
    throw invalid(constraint('null', 'transactItems', 'Member must not be null'))
  }
  const length = parsed.data.length
  if (length === 0) {
    const rule = 'Member must have length greater than or equal to 1'
    throw invalid(constraint("'[]'", 'transactItems', rule))
  }
  if (length > maxActions) {
    const rule = `Member must have length less than or equal to ${maxActions}`
    throw invalid(constraint(`'[${length} members]'`, 'transactItems', rule))
  }
  return parsed.data
}

function constraint(value: string, path: string, rule: string): string {
  return `1 validation error detected: Value ${value} at '${path}' failed to satisfy constraint: ${rule}`
}

function isKind(value: string | undefined): value is WriteKind {
  return kinds.some((kind) => kind === value)
}

export function invalid(message: string): WireError {
  return new WireError('ValidationException', message)
}
