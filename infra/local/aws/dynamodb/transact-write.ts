import { WireError } from '../wire-error.ts'
import { asWireError } from './as-wire-error.ts'
import { readTable } from './buffered-store.ts'
import { type ActionStore, type Attributes, dynaliteDb } from './dynalite.ts'
import { runAction } from './run-action.ts'
import { invalid, type TransactAction } from './transaction-input.ts'
import { isConditionFailure, itemOf } from './write-item.ts'

type Reason = { Code: string; Message?: string; Item?: Attributes }

/** Runs all actions on `store`, or throws with AWS's reason for each. The caller commits the writes. */
export async function transactWrite(
  store: ActionStore,
  actions: readonly TransactAction[],
): Promise<void> {
  const keyErrors = await Promise.all(actions.map((action) => keyError(store, action)))
  await rejectDuplicates(
    store,
    actions.filter((_, index) => !keyErrors[index]),
  )
  const reasons = await Promise.all(
    actions.map(async (action, index) => {
      const invalidKey = keyErrors[index]
      return invalidKey ? reasonFor(invalidKey) : await outcome(store, action)
    }),
  )
  if (reasons.some((reason) => reason.Code !== 'None')) throw canceled(reasons)
}

async function keyError(
  store: ActionStore,
  { input }: TransactAction,
): Promise<unknown | undefined> {
  const table = await readTable(store, input.TableName)
  const { Item, Key = {} } = input
  const error = Item ? dynaliteDb.validateItem(Item, table) : dynaliteDb.validateKey(Key, table)
  return error && asWireError(error)
}

async function rejectDuplicates(
  store: ActionStore,
  actions: readonly TransactAction[],
): Promise<void> {
  const seen = new Set<string>()
  for (const { input } of actions) {
    const table = await readTable(store, input.TableName)
    seen.add(`${input.TableName}~${dynaliteDb.createKey(input.Item ?? input.Key ?? {}, table)}`)
  }
  if (seen.size < actions.length) {
    throw invalid('Transaction request cannot include multiple operations on one item')
  }
}

async function outcome(store: ActionStore, action: TransactAction): Promise<Reason> {
  try {
    await perform(store, action)
    return { Code: 'None' }
  } catch (error) {
    const wantsItem = action.returnsItem && isConditionFailure(error)
    return reasonFor(error, wantsItem ? await itemOf(store, action.input) : undefined)
  }
}

async function perform(store: ActionStore, { kind, input }: TransactAction): Promise<void> {
  if (kind !== 'ConditionCheck') {
    await runAction(store, `${kind}Item`, input)
    return
  }
  const failure = dynaliteDb.checkConditional(input, await itemOf(store, input))
  if (failure) throw asWireError(failure)
}

function reasonFor(error: unknown, item?: Attributes): Reason {
  if (isConditionFailure(error)) {
    const reason = { Code: 'ConditionalCheckFailed', Message: error.message }
    return item ? { ...reason, Item: item } : reason
  }
  if (error instanceof WireError && error.name === 'ValidationException') {
    return { Code: 'ValidationError', Message: error.message }
  }
  throw error
}

function canceled(reasons: readonly Reason[]): WireError {
  const codes = reasons.map((reason) => reason.Code).join(', ')
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return new WireError('TransactionCanceledException', message, {
    body: {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: message,
      CancellationReasons: reasons,
    },
  })
}
