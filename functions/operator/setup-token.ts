import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { type MintedSetupToken, mintSetupToken } from '../../shared/operators/mint-setup-token.ts'
import { config } from '../config.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const input = z.strictObject({ command: z.enum(['mint', 'renew']) })

const deps = { table: openTable(config('TABLE_NAME')), now: () => new Date(), randomBytes }

/** The token that claims an unclaimed instance: made when it is deployed, and again when it was lost. */
export const handler = operatorHandler(async (event): Promise<MintedSetupToken> => {
  const { command } = parseWith(input, event)
  return mintSetupToken(deps, { renew: command === 'renew' })
})
