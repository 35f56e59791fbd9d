import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import * as z from 'zod'
import type { HttpResponse } from '../shared/http/http-message.ts'
import type { Config } from '../shared/kernel/operation/config.ts'
import { openTable } from '../shared/kernel/store/table.ts'
import { savePrice } from '../shared/records/prices/store/prices.ts'
import { type ApiCall, apiEvent, lambdaContext } from '../test/api-event.ts'
import { newApiKey, saveBaseUrl, saveWallet } from '../test/saved-instance.ts'
import { saveNetworks } from '../test/saved-networks.ts'
import { config } from './config.ts'

type ApiFunction = (event: APIGatewayProxyEvent, context: Context) => Promise<HttpResponse>

const nowhere = 'http://127.0.0.1:9'

/** An entry file's export. */
export type Serve = (config: Config) => ApiFunction

/** The functions of an instance that is set up, in this process, as a merchant calls them. Its chains are unreachable. */
export async function merchantFunctions() {
  const table = openTable(config('TABLE_NAME'))
  await saveBaseUrl(table, 'https://pay.example.com')
  await saveWallet(table, config)
  await saveNetworks(table, config, { 31337: [nowhere], 31338: [nowhere] })
  const key = await newApiKey(table, 'test')
  const functions = new Map<Serve, ApiFunction>()
  return {
    table,
    /** Stores a current price, so that no source is called. */
    agreeOnPrice: () => savePrice(table, { pair: 'ETH/USD', price: '2500', agreedAt: new Date() }),
    /** Returns the body of a successful response. A function is built at its first call. */
    async call(serve: Serve, call: Omit<ApiCall, 'key'>): Promise<{ id: string }> {
      const run = functions.get(serve) ?? serve(config)
      functions.set(serve, run)
      const { statusCode, body } = await run(apiEvent({ ...call, key }), lambdaContext())
      if (statusCode >= 300) throw new Error(`${call.path}: ${statusCode} ${body}`)
      return z.object({ id: z.string().default('') }).parse(JSON.parse(body))
    },
  }
}
