import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import * as z from 'zod'
import { config } from '../functions/config.ts'
import { handler as keys } from '../functions/operator/keys.ts'
import { handler as setup } from '../functions/operator/setup.ts'
import { scopes } from '../shared/api-keys/rules/scopes.ts'
import type { HttpResponse } from '../shared/http/http-message.ts'
import { openTable } from '../shared/kernel/store/table.ts'
import { savePrice } from '../shared/prices/store/prices.ts'
import { type ApiCall, apiEvent, lambdaContext } from '../test/api-event.ts'

export type ApiFunction = (event: APIGatewayProxyEvent, context: Context) => Promise<HttpResponse>

const mnemonic = 'test test test test test test test test test test test junk'
const owner = { email: 'owner@example.com', password: 'correct horse battery' }

/** The functions of a set-up instance in this process, as a merchant calls them. */
export async function merchantFunctions() {
  const table = openTable(config('TABLE_NAME'))
  await setup({ mnemonic, baseUrl: 'https://pay.example.com', owner })
  const { key } = z
    .object({ key: z.string() })
    .parse(await keys({ command: 'create', mode: 'test', name: 'bench', scopes }))
  return {
    table,
    /** A price as if it was agreed on just now: no chain has to be asked. */
    agreeOnPrice: () => savePrice(table, { pair: 'ETH/USD', price: '2500', agreedAt: new Date() }),
    /** The body of a successful answer. */
    async call(handler: ApiFunction, call: Omit<ApiCall, 'key'>): Promise<{ id: string }> {
      const { statusCode, body } = await handler(apiEvent({ ...call, key }), lambdaContext())
      if (statusCode >= 300) throw new Error(`${call.path} answered ${statusCode} ${body}`)
      return z.object({ id: z.string().default('') }).parse(JSON.parse(body))
    },
  }
}
