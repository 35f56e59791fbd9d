import * as z from 'zod'
import { confirmedBlocksSince } from '../../chain/blocks/confirmed-blocks-since.ts'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import { askWithin } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { chainClients } from '../../payments/networks/chain-clients.ts'
import { listGasWallets } from '../../payments/wallet/store/wallet-addresses.ts'
import { type ByCreation, byCreation } from './before-creation.ts'
import { type Lost, type LostSweeps, lostSweepsOn } from './lost-sweeps-on.ts'
import { noteLostMovements } from './note-lost-movements.ts'
import { type Payouts, paidOutAddresses, payoutsAt, payoutsOn } from './paid-out-addresses.ts'
import { requireConfirmed } from './require-confirmed.ts'
import { type Searched, type SearchedAddress, searchedAddresses } from './searched-addresses.ts'

const lostMoney = z.object({
  sessionId: z.string(),
  address: z.string(),
  chainId: z.int(),
  symbol: z.string(),
  amount: z.string(),
  txHash: z.string(),
})

const lostSweeps = z.object({
  found: z.array(lostMoney),
  /** Left an address before its session was created: money of another session, which is lost. It isn't noted. */
  foreign: z.array(lostMoney),
  /** Addresses that sent transactions from before the node's history: an operator has to check them. */
  unclear: z.array(z.object({ sessionId: z.string(), address: z.string(), chainId: z.int() })),
  unread: z.array(z.object({ chainId: z.int(), chain: z.string(), reason: z.string() })),
  /** Pass it as `after` to continue; null at the end. */
  next: z.string().nullable(),
})

export type FoundSweeps = z.infer<typeof lostSweeps>

export const findLostSweeps = operatorOperation({
  name: 'find-lost-sweeps',
  role: 'owner',
  command: 'restore sweeps',
  dashboard: false,
  input: z.strictObject({
    mode: z.enum(modes),
    /** The time of the table's backup. */
    since: z.iso.datetime(),
    after: z.string().optional(),
    dryRun: z.boolean().default(false),
  }),
  output: lostSweeps,
  touches: { table: 'write', chains: true, administers: ['sessions', 'audit-log'] },
  limits: { timeoutSeconds: 300 },
  docs: {
    summary: 'Note sweeps that the table lost, so that what was paid and swept meanwhile counts',
  },
  needs: (config, { table }) => ({
    // The blocks of each address's transactions are searched for one by one.
    ask: askWithin({ silenceMs: 15_000, totalMs: 200_000 }),
    chains: chainClients(config, table).clients,
  }),
  /**
   * Finds money that left addresses that were open or had something to sweep when the table was backed up, and stores
   * it as their own movements: from then on, a check of such a session counts it as received. Money that left an
   * address before its session existed is another session's, and is only listed. Repeating it changes nothing. Commits
   * its own transactions.
   */
  async run(services: Services, { input: { mode, since, after, dryRun } }) {
    const all = await services.chains(mode)
    const clients = all.toSorted((one, other) => one.chain.chainId - other.chain.chainId)
    const search = { mode, since: new Date(since) }
    const page = await nextPage(services, clients, { ...search, after })
    const { addresses, chainIds, next } = page
    const searched = clients.filter(({ chain }) => chainIds.includes(chain.chainId))
    const given = { addresses, ...search, dryRun }
    const outcomes = await Promise.all(searched.map((client) => onChain(services, client, given)))
    const result: FoundSweeps = {
      found: outcomes.flatMap(({ own }) => own.flatMap(presented)),
      foreign: outcomes.flatMap(({ foreign }) => foreign.flatMap(presented)),
      unclear: outcomes.flatMap(({ unclear }) => unclear),
      unread: [...page.unread, ...outcomes.flatMap(({ unread }) => unread)],
      next,
    }
    if (dryRun || result.found.length === 0) return { result, changes: [] }
    const { found } = result
    return {
      result,
      changes: [{ mode, action: 'restore.sweeps', target: 'lost sweeps', after: { found } }],
    }
  },
})

type Services = {
  table: Table
  now: () => Date
  ask: AskChain
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

type NextPage = Searched & Pick<FoundSweeps, 'unread'>

/** First the addresses that the table has, then those that paid the payout wallets. */
async function nextPage(
  services: Services,
  clients: readonly ChainClient[],
  { after, ...search }: { mode: Mode; since: Date; after: string | undefined },
): Promise<NextPage> {
  const payouts = payoutsAt(clients, after)
  if (payouts) return paidOutPage(services, payouts, search)
  const chainIds = clients.map(({ chain }) => chain.chainId)
  const searched = await searchedAddresses(services.table, { ...search, chainIds }, after)
  return { ...searched, next: searched.next ?? payoutsOn(clients[0]), unread: [] }
}

/** A chain that can't be read is left out, and reported. */
async function paidOutPage(
  services: Services,
  payouts: Payouts,
  search: { mode: Mode; since: Date },
): Promise<NextPage> {
  try {
    return { ...(await paidOutAddresses(services, payouts, search)), unread: [] }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    const { client, following } = payouts
    return { addresses: [], chainIds: [], next: following, unread: [unreadChain(client, error)] }
  }
}

function unreadChain({ chain: { chainId, name } }: ChainClient, { message: reason }: Error) {
  return { chainId, chain: name, reason }
}

/** Fees and gas are also noted, but are nobody's payment. */
function presented({ of, symbol, decimals, movement }: Lost): FoundSweeps['found'] {
  const { sessionId, address } = of
  const { chainId, txHash, amountBase, kind } = movement
  const amount = formatBase(amountBase, decimals)
  return kind === 'sweep' ? [{ sessionId, address, chainId, symbol, amount, txHash }] : []
}

type Given = {
  mode: Mode
  addresses: readonly SearchedAddress[]
  since: Date
  dryRun: boolean
}

type OnChain = ByCreation & Pick<LostSweeps, 'unclear'> & { unread: FoundSweeps['unread'] }

async function onChain(services: Services, client: ChainClient, given: Given): Promise<OnChain> {
  const nothing = { own: [], foreign: [], unclear: [], unread: [] }
  if (given.addresses.length === 0) return nothing
  try {
    const lost = await services.ask(client, (limited) => searchChain(services, limited, given))
    if (!given.dryRun) await noteLostMovements(services, client, lost.own)
    return { ...lost, unread: [] }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    return { ...nothing, unread: [unreadChain(client, error)] }
  }
}

async function searchChain(
  { table, now }: Services,
  client: ChainClient,
  { mode, addresses, since }: Given,
): Promise<Omit<OnChain, 'unread'>> {
  const range = await confirmedBlocksSince(client, since, { now: now() })
  const gasWallets = (await listGasWallets(table, mode)).map(({ address }) => address)
  const { movements, unclear } = await lostSweepsOn(client, addresses, { range, gasWallets })
  const shown = addresses.map(({ address }) => address)
  const accounts = [...shown, ...gasWallets].filter(
    (account) => !unclear.some(({ address }) => address === account),
  )
  await requireConfirmed({ table, mode }, client, { accounts, block: range.toBlock })
  return { ...(await byCreation(table, client, movements)), unclear }
}
