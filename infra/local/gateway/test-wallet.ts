import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import type { Faucet, Funding } from '../chains/fund.ts'
import { gatewayError, methodNotAllowed } from './gateway-error.ts'
import type { GatewayResponse } from './proxy-response.ts'
import { readBody } from './read-body.ts'

/** Not under `/api`, because it doesn't exist on AWS. */
export const testWalletPath = '/local/payments'

/** Marks the checkout page of this instance, which then loads its panel for the test wallet. */
export const localInstanceMark = '<meta name="quittance-local" content="test-wallet" />'

export type TestWallet = {
  /** The chain of test mode. */
  chain: Faucet
  fund: (chain: Faucet, funding: Funding) => Promise<{ txHash: string; from: string }>
  /** Removes a transaction from the chain again, by a reorg. */
  takeBack: (chain: Faucet, txHash: `0x${string}`) => Promise<void>
}

const payment = z.strictObject({
  chainId: z.int(),
  asset: z.string(),
  address: z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)]),
  amountBase: z
    .string()
    .regex(/^[1-9]\d{0,30}$/)
    .transform(BigInt),
})

const request = z.union([
  payment,
  z.strictObject({
    chainId: z.int(),
    takeBack: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]),
  }),
])

/**
 * Pays play money to an address of the test chain, or takes a payment back. Only the instance's own page may ask for it.
 */
export async function payFromTestWallet(
  wallet: TestWallet,
  asked: IncomingMessage,
  requestId: string,
): Promise<GatewayResponse> {
  const { chain } = wallet
  if (asked.method !== 'POST') return methodNotAllowed(requestId, ['POST'])
  const invalid = (message: string) =>
    gatewayError(requestId, { code: 'parameter_invalid', message })
  if (!isFromPage(asked)) return invalid('Only the checkout page can use the test wallet.')
  const parsed = request.safeParse(jsonIn(await readBody(asked, 10_000)))
  if (!parsed.success) return invalid(z.prettifyError(parsed.error))
  const { data } = parsed
  if (data.chainId !== chain.chainId) {
    return invalid(`The test wallet pays on chain ${chain.chainId}.`)
  }
  if ('takeBack' in data) {
    await wallet.takeBack(chain, data.takeBack)
    return done({ txHash: data.takeBack })
  }
  const { asset, address: to, amountBase } = data
  if (!chain.assets.some(({ symbol }) => symbol === asset)) {
    return invalid(`The test wallet has no ${asset}.`)
  }
  const { txHash, from } = await wallet.fund(chain, { to, asset, amountBase })
  return done({ txHash, from })
}

function done(result: { txHash: string; from?: string }): GatewayResponse {
  const headers = { 'Content-Type': 'application/json' }
  return { status: 200, headers, body: Buffer.from(JSON.stringify(result)) }
}

/** Other sites can't send JSON without asking first, and browsers say where a request comes from. */
function isFromPage({ headers }: IncomingMessage): boolean {
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  return isJson && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
}

function jsonIn(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(body ?? []).toString())
  } catch {
    return undefined
  }
}
