import type { Chain } from '../../shared/chain/chain.ts'
import { chains } from '../../shared/chain/chains.ts'
import { nodesOf } from '../../shared/chain/nodes/node-operator.ts'
import { type ChainClient, openChain } from '../../shared/chain/open-chain.ts'
import { publicNodes } from '../../shared/chain/registry/public-nodes.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { payoutAddress } from '../../shared/money/payout-wallets/wire/payout-address.ts'
import { parseAccountPath } from '../../shared/payments/wallet/keys/account-path.ts'
import { readArgs } from '../operate/input-options.ts'
import { usageErrorOf } from '../operate/operate-error.ts'
import type { UnlistedToken } from './unlisted-token.ts'

export const usageError = usageErrorOf('recover')

export type RecoverOptions = {
  mode: Mode
  /** The account of a watch-only instance; null for words that an instance keeps. */
  account: readonly number[] | null
  /** Each node that `--rpc` names by itself, since one may hide money; else one for each chain, with its public nodes. */
  clients: readonly ChainClient[]
  /** Tokens beside the listed ones. */
  tokens: readonly UnlistedToken[]
  /** The file that keeps the progress of the search; null for none. */
  resume: string | null
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

const argumentTypes = {
  mode: { type: 'string' },
  account: { type: 'string' },
  rpc: { type: 'string', multiple: true },
  from: { type: 'string' },
  until: { type: 'string' },
  'next-index': { type: 'string' },
  token: { type: 'string', multiple: true },
  resume: { type: 'string' },
  sweep: { type: 'boolean' },
  to: { type: 'string' },
  yes: { type: 'boolean' },
} as const

/** Reads the command line. Without `--rpc`, the public nodes of all chains of the mode are asked. */
export function recoverOptions(args: readonly string[]): RecoverOptions {
  const { values, positionals } = readArgs(args, argumentTypes, usageError)
  if (positionals.length > 0) throw usageError('recover takes options only.')
  const { mode: given = 'live', rpc = [], token = [], sweep = false, to, yes = false } = values
  const mode = modes.find((each) => each === given)
  if (!mode) throw usageError('--mode must be live or test.')
  const account = accountIn(values.account)
  const from = indexIn('from', values.from) ?? 0
  const until = indexIn('until', values.until)
  const nextIndex = indexIn('next-index', values['next-index'])
  if (until !== null && until <= from) throw usageError('--until must be greater than --from.')
  const urls = rpc.length > 0 ? rpc.map((text) => chainAndUrl(text, mode)) : publicUrls(mode)
  const clients = opened(urls)
  const tokens = token.map((text) => unlistedToken(text, clients))
  return {
    mode,
    account,
    clients: rpc.length > 0 ? clients.flatMap(perNode) : clients,
    tokens,
    from,
    until,
    nextIndex,
    resume: values.resume ?? null,
    sweepTo: sweepTo(sweep, to),
    yes,
  }
}

function accountIn(text: string | undefined): RecoverOptions['account'] {
  if (text === undefined) return null
  const account = parseAccountPath(text)
  if (account) return account
  throw usageError(`--account must be the path of an account in quotes, such as "m/44'/60'/7'".`)
}

/** Null if it isn't given. */
function indexIn(option: string, text: string | undefined): number | null {
  return text === undefined ? null : readIndex(`--${option}`, text)
}

/** Throws an `OperateError` unless it is a derivation index. */
export function readIndex(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw usageError(`${name} must be an index, such as 25000.`)
}

function sweepTo(sweep: boolean, to: string | undefined): RecoverOptions['sweepTo'] {
  if (!sweep && to === undefined) return null
  if (!sweep || to === undefined) {
    throw usageError('To send what is found, give both: --sweep --to ADDRESS.')
  }
  const { data, error } = payoutAddress.safeParse(to)
  if (data) return data
  throw usageError(`--to ${error?.issues[0]?.message ?? 'must be an address'}.`)
}

function perNode({ chain, nodes }: ChainClient): ChainClient[] {
  return nodes.map((node) => ({ chain, node, nodes: [node] }))
}

function unlistedToken(text: string, clients: readonly ChainClient[]): UnlistedToken {
  const [, id, contract] = /^(\d+)=(.+)$/.exec(text) ?? []
  const chainId = Number(id)
  if (!clients.some(({ chain }) => chain.chainId === chainId)) {
    throw usageError(
      '--token must be the id of a chain that is asked and a contract, such as 8453=0x….',
    )
  }
  const { data, error } = payoutAddress.safeParse(contract)
  if (data) return { chainId, address: data }
  throw usageError(`--token ${chainId}: the contract ${error?.issues[0]?.message}.`)
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

function opened(urls: readonly NodeUrl[]): ChainClient[] {
  const byChain = Map.groupBy(urls, ({ chain }) => chain)
  return Array.from(byChain, ([chain, ofChain]) => {
    const nodes = nodesOf(
      chain,
      ofChain.map(({ url }) => url),
    )
    // The nodes are those that the person at this machine names.
    return openChain({ chain, nodes }, { fetchNode: fetch })
  })
}
