import type { AskChain } from '../../shared/chain/ask-chain.ts'
import type { Chain } from '../../shared/chain/chain.ts'
import { chains } from '../../shared/chain/chains.ts'
import { nodesOf } from '../../shared/chain/node-operator.ts'
import { type ChainClient, openChain } from '../../shared/chain/open-chain.ts'
import { publicNodes } from '../../shared/chain/registry/public-nodes.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { formatBase } from '../../shared/kernel/money.ts'
import { searchedIndices } from '../../shared/wallet/highest-index-with-money.ts'
import { accountKeys } from '../../shared/wallet/keys/account-keys.ts'
import { depositAddressesOf } from '../../shared/wallet/keys/derive-deposit-address.ts'
import { gasAddresses } from '../../shared/wallet/keys/wallet-accounts.ts'
import {
  type FoundMoney,
  onceEach,
  searchDepositAddresses,
  type Unread,
} from '../../shared/wallet/search-deposit-addresses.ts'
import { readArgs } from '../operate/input-options.ts'
import { usageError } from '../operate/operate-error.ts'
import { textTable } from '../operate/text-table.ts'

export type RecoverOptions = { mode: Mode; clients: readonly ChainClient[]; to: number | null }

/** Reads the command line. Without `--rpc`, the public nodes of all chains of the mode are asked. */
export function recoverOptions(args: readonly string[]): RecoverOptions {
  const { values, positionals } = readArgs(args, {
    mode: { type: 'string' },
    rpc: { type: 'string', multiple: true },
    to: { type: 'string' },
  })
  if (positionals.length > 0) throw usageError('recover takes options only.')
  const { mode: given = 'live', rpc = [], to } = values
  const mode = modes.find((each) => each === given)
  if (!mode) throw usageError('--mode must be live or test.')
  if (to !== undefined && !/^\d{1,9}$/.test(to)) {
    throw usageError('--to must be an index, such as 25000.')
  }
  const urls = rpc.length > 0 ? rpc.map(chainAndUrl) : publicUrls(mode)
  const byChain = Map.groupBy(urls, ({ chain }) => chain)
  const clients = Array.from(byChain, ([chain, of]) =>
    openChain({
      chain,
      nodes: nodesOf(
        chain,
        of.map(({ url }) => url),
      ),
    }),
  )
  return { mode, clients, to: to === undefined ? null : Number(to) }
}

type NodeUrl = { chain: Chain; url: string }

function chainAndUrl(text: string): NodeUrl {
  const [, id, url = ''] = /^(\d+)=(.+)$/.exec(text) ?? []
  const chain = chains.find(({ chainId }) => chainId === Number(id))
  if (chain && URL.canParse(url)) return { chain, url }
  throw usageError('--rpc must be the id of a supported chain and a URL, such as 8453=https://….')
}

function publicUrls(mode: Mode): NodeUrl[] {
  const ofMode = chains.filter((chain) => chain.mode === mode && chain.network !== 'local')
  return ofMode.flatMap((chain) =>
    (publicNodes[chain.chainId] ?? []).map((url) => ({ chain, url })),
  )
}

export type Recovered = {
  found: FoundMoney[]
  unread: Unread[]
  gasWallet: string
  searchedTo: number
}

type Deps = { ask: AskChain; now: () => Date; onProgress?: (next: number) => void }

/**
 * What every deposit address of a mnemonic holds on these chains, from the mnemonic alone: needs no instance. Ends
 * 20,000 empty addresses after the last one that holds something, or before `to`.
 */
export async function recover(
  { onProgress = () => undefined, ...deps }: Deps,
  mnemonic: string,
  { mode, clients, to }: RecoverOptions,
): Promise<Recovered> {
  const addressAt = depositAddressesOf(accountKeys(mnemonic)[mode])
  const [found, unread]: [FoundMoney[], Unread[]] = [[], []]
  let searchedTo = 0
  const end = () => to ?? Math.max(-1, ...found.map(({ index }) => index)) + 1 + searchedIndices
  const range = { clients, addressAt, from: 0, until: end }
  for await (const step of searchDepositAddresses(deps, range)) {
    found.push(...step.found)
    unread.push(...step.unread)
    searchedTo = step.next
    onProgress(searchedTo)
  }
  return { found, unread: onceEach(unread), gasWallet: gasAddresses(mnemonic)[mode], searchedTo }
}

const accounts = { live: "m/44'/60'/0'/0", test: "m/44'/1'/0'/0" } as const satisfies Record<
  Mode,
  string
>

export function recoveredText(
  { found, unread, gasWallet, searchedTo }: Recovered,
  mode: Mode,
): string {
  const rows = found.map(({ index, chainId, asset, amountBase, address }) => [
    ...[`${accounts[mode]}/${index}`, String(chainId)],
    ...[`${formatBase(amountBase, asset.decimals)} ${asset.symbol}`, address],
  ])
  return [
    found.length > 0
      ? textTable(['PATH', 'CHAIN', 'AMOUNT', 'ADDRESS'], rows)
      : 'No deposit address holds a coin or a listed token.',
    `Searched: ${searchedTo} addresses, from index 0 on. Gas wallet: ${gasWallet}`,
    ...unread.map(
      ({ chain, chainId, from, reason }) =>
        `Not everything was read on ${chain} (${chainId}), from deposit address ${from} on: ${reason}.`,
    ),
  ].join('\n')
}
