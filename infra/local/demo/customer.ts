import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { type CheckoutView, checkoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { fund } from '../chains/fund.ts'
import type { InstanceFile } from '../instance-file.ts'

const hex = z.templateLiteral(['0x', z.string()])

/** Creates a session from a payment link, as the checkout page does. */
export async function openLink(baseUrl: string, slug: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/checkout/links/${slug}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`opening the link returned ${response.status}: ${text}`)
  return z.object({ id: z.string() }).parse(JSON.parse(text)).id
}

export type Payment = { chainId: number; asset: string; address: string; amountBase: string }

/** Pays with play money from the chain's faucet. Returns the transaction hash once it is mined. */
export async function pay(instance: InstanceFile, payment: Payment): Promise<string> {
  const chain = instance.chains.find(({ chainId }) => chainId === payment.chainId)
  if (!chain) throw new Error(`this instance has no chain ${payment.chainId}`)
  const { txHash } = await fund(chain, {
    to: hex.parse(payment.address),
    asset: payment.asset,
    amountBase: BigInt(payment.amountBase),
  })
  return txHash
}

const reconnectMs = 500

/** Yields each new version of the session from the page's stream, until the caller stops or the signal aborts. */
export async function* followSession(
  { baseUrl, id }: { baseUrl: string; id: string },
  signal: AbortSignal,
): AsyncGenerator<CheckoutView> {
  let version = -1
  for (;;) {
    const response = await fetch(`${baseUrl}/api/checkout/sessions/${id}/stream`, {
      headers: { accept: 'text/event-stream' },
      signal,
    })
    if (!response.ok || !response.body) throw new Error(`the stream returned ${response.status}`)
    for await (const data of sessionEvents(response.body)) {
      const view = checkoutView.parse(JSON.parse(data))
      if (view.version > version) yield view
      version = Math.max(version, view.version)
    }
    // A stream ends after a while by design; the client reconnects.
    await wait(reconnectMs, undefined, { signal })
  }
}

/** Yields the data of every `session` event of an event stream. */
async function* sessionEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of body) {
    const blocks = (pending + decoder.decode(chunk, { stream: true })).split('\n\n')
    pending = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      if (!lines.includes('event: session')) continue
      yield lines.flatMap((l) => (l.startsWith('data:') ? [l.slice(5).trimStart()] : [])).join('\n')
    }
  }
}
