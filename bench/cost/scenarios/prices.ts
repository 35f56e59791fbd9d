import { functions } from '../../../infra/functions.ts'
import type { Counts } from '../counts.ts'
import { plus } from '../counts.ts'
import { askingSource, measured } from '../meter.ts'
import type { World } from '../world.ts'
import type { Shop } from './shop.ts'

const reader = 'refresh-prices'

/**
 * The further use of a session that is opened a minute or more after the last one: the price sources are read, and its
 * own function waits for that. It is read twice, and measured the second time.
 */
export async function pricesRead(world: World, { chainId }: Shop): Promise<Counts> {
  const pairs = [`${world.chain(chainId).chain.native.symbol}/USD`]
  const read = () => world.invoke(reader, { pairs })
  const ownFetch = globalThis.fetch
  globalThis.fetch = (url, request) => respond(String(url)) ?? ownFetch(url, request)
  try {
    await read()
    // What was read stays good for a minute.
    await world.jump(61)
    const used = await measured(read)
    return plus(used, { gbSeconds: (used.gbSeconds ?? 0) * waitersShare() })
  } finally {
    globalThis.fetch = ownFetch
  }
}

/** The memory of the function that waits, as a share of the reader's. */
function waitersShare(): number {
  const memory = (name: string) => functions[name]?.memoryMb ?? 0
  return memory('create-checkout-session') / memory(reader)
}

/** The response of an exchange; undefined for all other URLs. */
function respond(url: string): Promise<Response> | undefined {
  const body = bodyOf(url)
  if (!body) return undefined
  return askingSource(async () => Response.json(body))
}

function bodyOf(url: string): object | undefined {
  const { hostname } = new URL(url)
  if (hostname === 'api.exchange.coinbase.com') {
    return { price: '2500.00', time: new Date().toISOString() }
  }
  if (hostname === 'api.coinbase.com') return { data: { amount: '1.00' } }
  if (hostname !== 'api.kraken.com') return undefined
  const price = url.includes('USDC') || url.includes('DAI') ? '1.00' : '2500.00'
  return { error: [], result: { PAIR: { a: [price], b: [price], c: [price] } } }
}
