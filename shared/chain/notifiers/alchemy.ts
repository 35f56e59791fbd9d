import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { chains } from '../chains.ts'
import type { ChainNotifier, ParsedNotification, TransferHint } from './chain-notifier.ts'

/** Alchemy Notify, Address Activity. Fields that are not read may change or be missing. */
export const alchemy: ChainNotifier = {
  verify({ rawBody, headers }, signingKey) {
    const expected = createHmac('sha256', signingKey).update(rawBody).digest()
    const given = Buffer.from(headerOf(headers, 'x-alchemy-signature'), 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  parse(rawBody) {
    const envelope = notification.safeParse(parseJson(rawBody))
    if (!envelope.success) return { kind: 'malformed', reason: z.prettifyError(envelope.error) }
    return parseEvent(envelope.data.event)
  },

  chainIdOf(network) {
    return chains.find((chain) => chain.alchemyNetwork === network)?.chainId
  },
}

const transfersEvent = z.object({ network: z.string(), activity: z.array(z.unknown()) })

const notification = z.object({
  type: z.literal('ADDRESS_ACTIVITY'),
  event: z.union([transfersEvent, z.object({ error: z.string() })]),
})

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]+$/)
  .transform(BigInt)

/** `value`, `asset` and `decimals` are not read: the first loses digits, and the token's author chooses the others. */
const transferActivity = z.object({
  hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  toAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  category: z.enum(['external', 'internal', 'token', 'erc20']),
  erc721TokenId: z.null().optional(),
  rawContract: z.object({ rawValue: quantity, address: z.string().nullish() }),
})

function parseEvent(event: z.infer<typeof notification>['event']): ParsedNotification {
  if ('error' in event) return { kind: 'notice', message: event.error }
  return {
    kind: 'transfers',
    // Some names are spelled with underscores in one place and without in another.
    network: event.network.toUpperCase().replaceAll('_', ''),
    hints: event.activity.flatMap(hintOf),
  }
}

/** Empty unless the activity is a transfer of coin or an ERC-20 token with an amount above zero. */
function hintOf(activity: unknown): TransferHint[] {
  const parsed = transferActivity.safeParse(activity)
  if (!parsed.success) return []
  const { hash, toAddress, rawContract } = parsed.data
  if (rawContract.rawValue === 0n) return []
  return [
    {
      to: toAddress,
      txHash: hash,
      token: rawContract.address ?? null,
      amountBase: rawContract.rawValue,
    },
  ]
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody))
  } catch {
    return undefined
  }
}

function headerOf(headers: Readonly<Record<string, string | undefined>>, name: string): string {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return value ?? ''
}
