import * as z from 'zod'
import { parseBody } from '../parse-body.ts'
import { createTable } from './create-table.ts'
import type { Attributes } from './dynalite.ts'
import { readTablesOnce } from './read-tables-once.ts'
import { identifyRequest, loadRequestTokens, type RequestTokens } from './request-tokens.ts'
import { runAction, validateInput } from './run-action.ts'
import { openTableStore, type TableStore } from './table-store.ts'
import { transactWrite } from './transact-write.ts'
import { invalid, parseWrites } from './transaction-input.ts'
import { writeItem } from './write-item.ts'

export type Dynamodb = {
  /** The response to a request of DynamoDB's JSON protocol. Throws a `WireError`. */
  handle: (operation: string, body: Buffer) => Promise<unknown>
  close: () => Promise<void>
}

type Request = Record<string, unknown>

const request = z.record(z.string(), z.unknown())
const clientRequestToken = z.string().min(1).max(36).optional()

/**
 * Opens a local DynamoDB: dynalite's actions, with transactions added. All writes share one lock. Each request's rows and
 * index rows are committed as one LevelDB batch, which is synced to disk before the response. Without a `path`, all of it
 * is in memory.
 */
export async function openDynamodb({
  path,
  now,
}: {
  path: string | undefined
  now: () => Date
}): Promise<Dynamodb> {
  const store = await openTableStore(path)
  const tokens = await loadRequestTokens(store.base.db, now)
  return {
    handle: (operation, body) => handle({ store, tokens }, operation, parseBody(body, request)),
    close: store.close,
  }
}

type Deps = { store: TableStore; tokens: RequestTokens }

async function handle(deps: Deps, operation: string, input: Request): Promise<unknown> {
  const { base, change } = deps.store
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return await change(({ store }) => writeItem(store, operation, input))
    case 'BatchWriteItem': {
      const checked = validateInput(base, operation, input)
      return await change(({ store }) => runAction(store, operation, checked))
    }
    case 'BatchGetItem': {
      const reading = { ...base, getTable: readTablesOnce(base) }
      return await runAction(reading, operation, validateInput(base, operation, input))
    }
    case 'TransactWriteItems':
      return await transactWriteItems(deps, input)
    case 'CreateTable':
      return await createTable(base, input)
    default:
      return await runAction(base, operation, validateInput(base, operation, input))
  }
}

async function transactWriteItems({ store, tokens }: Deps, input: Request): Promise<Attributes> {
  const items = input['TransactItems'] ?? null
  const token = clientRequestToken.safeParse(input['ClientRequestToken'])
  if (!token.success) throw invalid('ClientRequestToken must have 1 to 36 characters')
  // Before the parsers modify the request.
  const identified = token.data && identifyRequest(token.data, items)
  const actions = parseWrites(store.base, items)
  return await store.change(async (change) => {
    if (identified && tokens.isRepeated(identified)) return {}
    await transactWrite(change.store, actions)
    if (identified) tokens.remember(identified, change)
    return {}
  })
}
