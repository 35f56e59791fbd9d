import type { AskChain } from '../../shared/chain/ask-chain.ts'
import type { Chain } from '../../shared/chain/chain.ts'
import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import { chains } from '../../shared/chain/chains.ts'
import { nodesOf } from '../../shared/chain/node-operator.ts'
import { type ChainClient, openChain } from '../../shared/chain/open-chain.ts'
import { readHoldings } from '../../shared/chain/read-holdings.ts'
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
  unreadFrom,
} from '../../shared/wallet/search-deposit-addresses.ts'
import { readArgs } from '../operate/input-options.ts'
import { usageError } from '../operate/operate-error.ts'
import { textTable } from '../operate/text-table.ts'

export type RecoverOptions = {
  mode: Mode
  clients: readonly ChainClient[]
  /** The first index to search. */
  from: number
  /** The index before which the search ends; null: once enough addresses in a row are empty. */
  until: number | null
  /** The index of the next session, as the instance says; null if it isn't known. */
  nextIndex: number | null
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
    from: { type: 'string' },
    until: { type: 'string' },
    'next-index': { type: 'string' },
    sweep: { type: 'boolean' },
    to: { type: 'string' },
    yes: { type: 'boolean' },
  })
  if (positionals.length > 0) throw usageError('recover takes options only.')
  const { mode: given = 'live', rpc = [], sweep = false, to, yes = false } = values
  const mode = modes.find((each) => each === given)
  if (!mode) throw usageError('--mode must be live or test.')
  const from = indexOf('from', values.from) ?? 0
  const until = indexOf('until', values.until)
  const nextIndex = indexOf('next-index', values['next-index'])
  if (until !== null && until <= from) throw usageError('--until must be greater than --from.')
  const urls = rpc.length > 0 ? rpc.map((text) => chainAndUrl(text, mode)) : publicUrls(mode)
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
  return { mode, clients, from, until, nextIndex, sweepTo, yes }
}

function indexOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw usageError(`--${option} must be an index, such as 25000.`)
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

function chainAndUrl(text: string, mode: Mode): NodeUrl {
  const [, id, url = ''] = /^(\d+)=(.+)$/.exec(text) ?? []
  const chain = chains.find(({ chainId }) => chainId === Number(id))
  if (chain && chain.mode !== mode) {
    throw usageError(
      `${chain.name} (${id}) is a chain of ${chain.mode} mode: add --mode ${chain.mode}.`,
    )
  }
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
  /** In lower case, all addresses of the mnemonic that were derived. */
  own: ReadonlySet<string>
  /** How many deposit addresses were searched, and whether money may be behind the last one. */
  searched: number
  isOpenEnded: boolean
}

type Deps = { ask: AskChain; now: () => Date; onProgress?: (searched: number) => void }

type Range = Pick<RecoverOptions, 'mode' | 'clients' | 'from' | 'until' | 'nextIndex'>

/** Starts and stops move a counter on by thousands, and addresses that were swept or never paid leave no trace. */
const unknownGap = 200_000

/** Addresses per part of a search that goes downwards, the newest first. */
const partSize = 10_000

/** The addresses of the other mode that are derived to be refused. */
const otherModeAddresses = 500

/** The index of the gas wallet, which is separate from deposit addresses. */
export const gasIndex = -1

/**
 * What the gas wallet and every deposit address of a mnemonic hold on these chains, from the mnemonic alone: needs no
 * instance. Searches downwards from the next index, then upwards until enough addresses in a row are empty.
 */
export async function recover(
  { onProgress = () => undefined, ...deps }: Deps,
  mnemonic: string,
  { mode, clients, ...range }: Range,
): Promise<Recovered> {
  const keys = accountKeys(mnemonic)
  const gasWallets = gasAddresses(mnemonic)
  const other = depositAddressesOf(keys[mode === 'live' ? 'test' : 'live'])
  const own = new Set(Object.values(gasWallets).map((address) => address.toLowerCase()))
  for (let index = 0; index < otherModeAddresses; index += 1) own.add(other(index).toLowerCase())
  const deriving = depositAddressesOf(keys[mode])
  const addressAt = (index: number) => {
    const address = deriving(index)
    own.add(address.toLowerCase())
    return address
  }
  const gas = await ofGasWallet(deps, clients, gasWallets[mode])
  const found: FoundMoney[] = [...gas.found]
  const unread: Unread[] = [...gas.unread]
  let searched = 0
  for (const part of partsOf(range, found)) {
    let last = part.from
    for await (const step of searchDepositAddresses(deps, { clients, addressAt, ...part })) {
      found.push(...step.found)
      unread.push(...step.unread)
      searched += step.next - last
      last = step.next
      onProgress(searched)
    }
  }
  const isOpenEnded = range.until === null && range.nextIndex === null
  return {
    found,
    unread: onceEach(unread),
    gasWallet: gasWallets[mode],
    own,
    searched,
    isOpenEnded,
  }
}

type Part = { from: number; until: () => number }

function partsOf(
  { from, until, nextIndex }: Omit<Range, 'mode' | 'clients'>,
  found: FoundMoney[],
): Part[] {
  const top = Math.max(from, Math.min(nextIndex ?? from, until ?? Number.POSITIVE_INFINITY))
  const parts: Part[] = []
  for (let end = top; end > from; end -= partSize) {
    parts.push({ from: Math.max(from, end - partSize), until: () => end })
  }
  const gap = nextIndex === null ? unknownGap : searchedIndices
  const highest = () => Math.max(top - 1, ...found.map(({ index }) => index))
  return [...parts, { from: top, until: () => until ?? highest() + 1 + gap }]
}

async function ofGasWallet(
  { ask }: Deps,
  clients: readonly ChainClient[],
  address: string,
): Promise<Pick<Recovered, 'found' | 'unread'>> {
  const parts = await Promise.all(
    clients.map(async (client) => {
      try {
        const { held, unreadable } = await ask(client, (own) => readHoldings(own, [address]))
        const { chainId } = client.chain
        const found = held.map((money) => ({ index: gasIndex, chainId, ...money }))
        const symbols = unreadable.map((symbol) =>
          unreadFrom(client, 0, `${symbol} of the gas wallet returned no balance`),
        )
        return { found, unread: symbols }
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error
        return { found: [], unread: [unreadFrom(client, 0, error.message)] }
      }
    }),
  )
  return {
    found: parts.flatMap(({ found }) => found),
    unread: parts.flatMap(({ unread }) => unread),
  }
}

/** Throws an `OperateError` for an address of the mnemonic, or one that nothing can leave again. */
export function requireOther(to: string, { own }: Pick<Recovered, 'own'>): void {
  const address = to.toLowerCase()
  if (own.has(address)) {
    throw usageError('--to is an address of this mnemonic. Give one of another wallet.')
  }
  const chain = chains.find(({ tokens }) =>
    tokens.some((token) => token.address.toLowerCase() === address),
  )
  if (!chain) return
  throw usageError(
    `--to is the contract of a token on ${chain.name}: what is sent there is lost. Give an address of your own wallet.`,
  )
}

const accounts = {
  live: { deposits: "m/44'/60'/0'/0", gas: "m/44'/60'/1'/0/0" },
  test: { deposits: "m/44'/1'/0'/0", gas: "m/44'/1'/1'/0/0" },
} as const satisfies Record<Mode, Record<'deposits' | 'gas', string>>

export function recoveredText(
  { found, unread, gasWallet, searched, isOpenEnded }: Recovered,
  mode: Mode,
): string {
  const pathOf = (index: number) =>
    index === gasIndex ? accounts[mode].gas : `${accounts[mode].deposits}/${index}`
  const rows = found.map(({ index, chainId, asset, amountBase, address }) => [
    ...[pathOf(index), String(chainId)],
    ...[`${formatBase(amountBase, asset.decimals)} ${asset.symbol}`, address],
  ])
  return [
    found.length > 0
      ? textTable(['PATH', 'CHAIN', 'AMOUNT', 'ADDRESS'], rows)
      : 'No address holds a coin or a listed token.',
    `Searched: ${searched} deposit addresses. Gas wallet: ${gasWallet}`,
    ...(isOpenEnded ? [mayBeMore] : []),
    ...unread.map(
      ({ chain, chainId, from, reason }) =>
        `Not everything was read on ${chain} (${chainId}), from deposit address ${from} on: ${reason}.`,
    ),
  ].join('\n')
}

const mayBeMore =
  'More may lie behind: the search ended after 200,000 empty addresses in a row. With the next index, which wallet list of the instance says, it is complete: --next-index N.'
