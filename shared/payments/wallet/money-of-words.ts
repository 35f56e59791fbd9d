import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase, parseDecimal } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadPrices } from '../../records/prices/store/prices.ts'
import { usdPair } from '../../records/prices/usd-pair.ts'
import { depositAddressesOf } from './keys/derive-deposit-address.ts'
import type { NewWallet } from './new-wallet.ts'
import { type FoundMoney, onceEach, searchDepositAddresses } from './search-deposit-addresses.ts'
import type { MoneyOfWords } from './wire/words-hold-money.ts'

export type MoneyOfWordsServices = {
  table: Table
  now: () => Date
  /** Gives a chain up soon, since somebody waits. */
  askSoon: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

/** Words with more than this at an address, in USD, may be those of somebody's savings. */
const dustUsd = 5n

const firstAddresses = 20

/** The accounts that other wallets make first of the same words, m/44'/60'/0'/0/0 to 4: live mode's own first addresses. */
const commonAddresses = 5

/**
 * Balances of the first addresses of these words on the enabled networks, if they are more than dust: deposit
 * addresses, gas wallets, and the accounts that other wallets derive from the words. Money without a known price counts
 * as more. Ends soon, even if a node gives no response; the result then names the network.
 */
export async function moneyOfWords(
  services: MoneyOfWordsServices,
  wallet: Pick<NewWallet, 'accountKeys' | 'gasWallets'>,
): Promise<MoneyOfWords> {
  const [parts, live] = await Promise.all([
    Promise.all(modes.map((mode) => moneyIn(services, wallet, mode))),
    services.chains('live'),
  ])
  return {
    held: parts.flatMap(({ held }) => held),
    unread: parts.flatMap(({ unread }) => unread),
    withoutLiveNetworks: live.length === 0,
  }
}

async function moneyIn(
  services: MoneyOfWordsServices,
  { accountKeys, gasWallets }: Pick<NewWallet, 'accountKeys' | 'gasWallets'>,
  mode: Mode,
): Promise<Pick<MoneyOfWords, 'held' | 'unread'>> {
  const clients = await services.chains(mode)
  const [own, common] = [
    depositAddressesOf(accountKeys[mode]),
    depositAddressesOf(accountKeys.live),
  ]
  const addresses = [
    ...new Set([
      ...Array.from({ length: firstAddresses }, (_, index) => own(index)),
      ...Array.from({ length: commonAddresses }, (_, index) => common(index)),
      gasWallets[mode],
    ]),
  ]
  const range = {
    clients,
    addressAt: (index: number) => addresses[index] ?? '',
    from: 0,
    until: () => addresses.length,
  }
  const found: FoundMoney[] = []
  const unread: MoneyOfWords['unread'] = []
  const deps = { ask: services.askSoon, now: services.now }
  for await (const step of searchDepositAddresses(deps, range)) {
    found.push(...step.found)
    unread.push(...onceEach(step.unread).map(({ from: _, ...chain }) => ({ mode, ...chain })))
  }
  const isMuch = await moreThanDust(services.table, found)
  const names = new Map(clients.map(({ chain }) => [chain.chainId, chain.name]))
  const held = found.filter(isMuch).map(({ chainId, address, asset, amountBase }) => ({
    mode,
    chainId,
    chain: names.get(chainId) ?? String(chainId),
    address,
    symbol: asset.symbol,
    amount: formatBase(amountBase, asset.decimals),
  }))
  return { held, unread }
}

/** By the last price of any age: dust needs no newer one. */
async function moreThanDust(table: Table, found: readonly FoundMoney[]) {
  const unpegged = found.filter(({ asset }) => !asset.usdPegged)
  const pairs = new Set(unpegged.map(({ asset }) => usdPair(asset.symbol)))
  const prices = new Map(
    (await loadPrices(table, [...pairs])).map(({ pair, price }) => [pair, price]),
  )
  return ({ asset, amountBase }: FoundMoney): boolean => {
    const price = asset.usdPegged ? '1' : prices.get(usdPair(asset.symbol))
    const usd = price === undefined ? undefined : parseDecimal(price, mostDecimals)
    if (usd === undefined) return true
    return amountBase * usd.units > dustUsd * 10n ** BigInt(asset.decimals + usd.scale)
  }
}

const mostDecimals = 60
