import type { AskChain } from '../../shared/chain/ask-chain.ts'
import type { Chain } from '../../shared/chain/chain.ts'
import { chains } from '../../shared/chain/chains.ts'
import { nodesOf } from '../../shared/chain/node-operator.ts'
import { type ChainClient, openChain } from '../../shared/chain/open-chain.ts'
import { publicNodes } from '../../shared/chain/registry/public-nodes.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { formatBase } from '../../shared/kernel/money.ts'
import { payoutAddress } from '../../shared/payout-wallets/wire/payout-address.ts'
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

export type RecoverOptions = {
  mode: Mode
  clients: readonly ChainClient[]
  /** The index before which the search ends; null: 20,000 empty addresses after the last used one. */
  until: number | null
  /** Where everything is to be sent; null to list only. */
  sweepTo: `0x${string}` | null
  /** Whether it is sent without a question. */
  yes: boolean
}

/** Reads the command line. Without `--rpc`, the public nodes of all chains of the mode are asked. */
export function recoverOptions(args: readonly string[]): RecoverOptions {
  const { values, positionals } = readArgs(args, {
    mode: { type: 'string' },
    rpc: { type: 'string', multiple: true },
    until: { type: 'string' },
    sweep: { type: 'boolean' },
    to: { type: 'string' },
    yes: { type: 'boolean' },
  })
  if (positionals.length > 0) throw usageError('recover takes options only.')
  const { mode: given = 'live', rpc = [], until, sweep = false, to, yes = false } = values
  const mode = modes.find((each) => each === given)
  if (!mode) throw usageError('--mode must be live or test.')
  if (until !== undefined && !/^\d{1,9}$/.test(until)) {
    throw usageError('--until must be an index, such as 25000.')
  }
  const urls = rpc.length > 0 ? rpc.map(chainAndUrl) : publicUrls(mode)
  const byChain = Map.groupBy(urls, ({ chain }) => chain)
  const clients = Array.from(byChain, ([chain, of]) =>
    openChain(
      {
        chain,
        nodes: nodesOf(
          chain,
          of.map(({ url }) => url),
        ),
      },
      // The nodes are those that the person at this machine names.
      { fetchNode: fetch },
    ),
  )
  const sweepTo = sweepAddress(sweep, to)
  return { mode, clients, until: until === undefined ? null : Number(until), sweepTo, yes }
}

function sweepAddress(sweep: boolean, to: string | undefined): RecoverOptions['sweepTo'] {
  if (!sweep && to === undefined) return null
  if (!sweep || to === undefined) {
    throw usageError('To send what is found, give both: --sweep --to ADDRESS.')
  }
  const { data, error } = payoutAddress.safeParse(to)
  if (data) return data
  throw usageError(`--to ${error?.issues[0]?.message ?? 'must be an address'}.`)
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
 * 20,000 empty addresses after the last one that holds something, or before `until`.
 */
export async function recover(
  { onProgress = () => undefined, ...deps }: Deps,
  mnemonic: string,
  { mode, clients, until }: Pick<RecoverOptions, 'mode' | 'clients' | 'until'>,
): Promise<Recovered> {
  const addressAt = depositAddressesOf(accountKeys(mnemonic)[mode])
  const [found, unread]: [FoundMoney[], Unread[]] = [[], []]
  let searchedTo = 0
  const end = () => until ?? Math.max(-1, ...found.map(({ index }) => index)) + 1 + searchedIndices
  const range = { clients, addressAt, from: 0, until: end }
  for await (const step of searchDepositAddresses(deps, range)) {
    found.push(...step.found)
    unread.push(...step.unread)
    searchedTo = step.next
    onProgress(searchedTo)
  }
  return { found, unread: onceEach(unread), gasWallet: gasAddresses(mnemonic)[mode], searchedTo }
}

/** Throws an `OperateError` if an address is the mnemonic's own: then nothing would be safer than before. */
export function requireOther(to: string, { found, gasWallet }: Recovered): void {
  const own = [gasWallet, ...found.map(({ address }) => address)]
  if (!own.some((address) => address.toLowerCase() === to.toLowerCase())) return
  throw usageError('--to is an address of this mnemonic. Give one of another wallet.')
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
