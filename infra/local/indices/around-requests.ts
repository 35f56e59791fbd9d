import * as z from 'zod'
import { modes } from '../../../shared/kernel/mode.ts'
import { keys } from '../../../shared/kernel/store/keys.ts'
import { walletKeys } from '../../../shared/payments/wallet/store/keys.ts'
import type { FunctionRequest } from '../aws/dynamodb/start-dynamodb.ts'
import type { IndexBlocks } from './index-blocks.ts'

const update = z.object({ Key: z.object({ pk: z.object({ S: z.string() }) }) })

const accountKeys = modes.map((mode) => `"${walletKeys.wallet(mode).pk}"`)

type Deps = {
  blocks: Promise<IndexBlocks>
  /** Called once a wallet was stored and its first block is reserved. */
  onWallet: () => void
}

/** Has every index reserved before a function takes it, and the first block before a new wallet is used. */
export function aroundRequests({ blocks, onWallet }: Deps) {
  return async (request: FunctionRequest, run: () => Promise<unknown>): Promise<unknown> => {
    const mode = countedMode(request)
    if (mode) return (await blocks).counting(mode, run)
    const result = await run()
    if (!storesWallet(request)) return result
    await (await blocks).begin()
    onWallet()
    return result
  }
}

/** The mode whose next index the request may take. */
function countedMode({ operation, body }: FunctionRequest) {
  if (operation !== 'UpdateItem') return undefined
  const pk = update.safeParse(JSON.parse(body.toString('utf8'))).data?.Key.pk.S
  return modes.find((mode) => keys.counter(mode, 'derivation').pk === pk)
}

function storesWallet({ operation, body }: FunctionRequest): boolean {
  return operation === 'TransactWriteItems' && accountKeys.some((pk) => body.includes(pk))
}
