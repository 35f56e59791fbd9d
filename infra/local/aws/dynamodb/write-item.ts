import { WireError } from '../wire-error.ts'
import { readTable } from './buffered-store.ts'
import { type ActionInput, type ActionStore, type Attributes, dynaliteDb } from './dynalite.ts'
import { runAction, validateInput } from './run-action.ts'

/** Runs PutItem, UpdateItem or DeleteItem, with `ReturnValuesOnConditionCheckFailure`. */
export async function writeItem(
  store: ActionStore,
  operation: string,
  request: Record<string, unknown>,
): Promise<Attributes> {
  const wantsItem = request['ReturnValuesOnConditionCheckFailure'] === 'ALL_OLD'
  const input = validateInput(store, operation, request)
  try {
    return await runAction(store, operation, input)
  } catch (error) {
    if (!wantsItem || !isConditionFailure(error)) throw error
    const item = await itemOf(store, input)
    throw item ? withItem(error, item) : error
  }
}

export async function itemOf(
  store: ActionStore,
  input: ActionInput,
): Promise<Attributes | undefined> {
  const table = await readTable(store, input.TableName)
  const items = store.getItemDb(input.TableName)
  return await new Promise((resolve, reject) => {
    items.get(dynaliteDb.createKey(input.Key ?? input.Item ?? {}, table), (error, item) => {
      if (error) reject(error)
      else resolve(item)
    })
  })
}

export function isConditionFailure(error: unknown): error is WireError {
  return error instanceof WireError && error.name === 'ConditionalCheckFailedException'
}

function withItem(error: WireError, item: Attributes): WireError {
  return new WireError(error.name, error.message, { body: { ...error.body, Item: item } })
}
