import { touchedAddresses } from '../../chain/balances/touched-addresses.ts'
import { assetsOf } from '../../chain/chains.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { depositAddressesOf } from '../../payments/wallet/keys/derive-deposit-address.ts'
import {
  type FindEmptied,
  onceEach,
  searchDepositAddresses,
} from '../../payments/wallet/search-deposit-addresses.ts'
import type { AccountTraces } from './wire/refused-accounts.ts'

export type AccountTracesServices = {
  now: () => Date
  /** Gives a chain up soon, since somebody waits. */
  askSoon: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

/** How many of the first addresses are read. */
const readAddresses = 1000

const mostShown = 10

/**
 * Which of the first 1,000 addresses of accounts hold a coin or a listed token on the enabled networks, or ever sent a
 * transaction there. What could not be read is named.
 */
export async function accountTraces(
  services: AccountTracesServices,
  publicKeys: Record<Mode, string>,
): Promise<AccountTraces> {
  const [live, parts] = await Promise.all([
    services.chains('live'),
    Promise.all(modes.map((mode) => tracesIn(services, publicKeys[mode], mode))),
  ])
  return {
    used: parts.flatMap(({ used }) => used).slice(0, mostShown),
    unread: parts.flatMap(({ unread }) => unread),
    withoutLiveNetworks: live.length === 0,
  }
}

async function tracesIn(
  { chains, askSoon, now }: AccountTracesServices,
  publicKey: string,
  mode: Mode,
): Promise<Pick<AccountTraces, 'used' | 'unread'>> {
  const clients = await chains(mode)
  const names = new Map(clients.map(({ chain }) => [chain.chainId, chain.name]))
  const range = {
    clients,
    addressAt: depositAddressesOf(publicKey),
    from: 0,
    until: () => readAddresses,
    findEmptied: sentBefore,
  }
  const used: AccountTraces['used'] = []
  const unread: AccountTraces['unread'] = []
  for await (const step of searchDepositAddresses({ ask: askSoon, now }, range)) {
    for (const { index, address, chainId } of step.found) {
      const chain = names.get(chainId) ?? String(chainId)
      if (!used.some((one) => one.chainId === chainId && one.index === index)) {
        used.push({ mode, chainId, chain, index, address })
      }
    }
    unread.push(...onceEach(step.unread).map(({ from: _, ...chain }) => ({ mode, ...chain })))
  }
  return { used, unread }
}

/** Addresses that sent a transaction at any time. */
const sentBefore: FindEmptied = async (client, addresses) => {
  const [coin] = assetsOf(client.chain)
  const touched = await touchedAddresses(client, addresses)
  return touched.flatMap((address) => (coin ? [{ address, asset: coin }] : []))
}
