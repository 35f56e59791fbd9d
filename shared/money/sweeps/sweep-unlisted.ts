import { getAddress } from 'viem/utils'
import * as z from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { fieldErrors } from '../../kernel/wire/field-problem.ts'
import { closedSessions } from '../../payments/checkout-sessions/store/closed-sessions.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { findAddresses } from '../../payments/ledger/store/addresses.ts'
import { loadUnmatchedDeposits } from '../../payments/ledger/store/unmatched-deposits.ts'
import { requireChain } from '../../payments/networks/node-services.ts'
import { requireWords } from '../../payments/wallet/require-words.ts'
import { payoutChain } from '../payout-wallets/wire/payout-chain.ts'
import { gasCapOf, gasCapText } from './planning/gas-cap.ts'
import { refuseSweep, sweepSentences } from './rules/sweep-refusals.ts'
import { type UnlistedRequest, unlistedRequestWrite } from './store/unlisted-sweeps.ts'

const hexAddress = z
  .string()
  .regex(/^0x[\da-fA-F]{40}$/, { error: fieldErrors(sweepSentences)('no_hex_address') })

const ordered = z.object({
  sessionId: z.string(),
  address: z.string(),
  token: z.string(),
  gasCap: z.string(),
})

export const sweepUnlisted = operatorOperation({
  name: 'sweep-unlisted',
  role: 'owner',
  proof: 'always',
  command: 'sweeps unlisted',
  input: z.strictObject({
    chainId: payoutChain,
    token: hexAddress.meta({ description: 'the contract of a token that is not listed' }),
    address: z.string().meta({ description: 'a deposit address, or the id of its session' }),
    gasCap: z.string().meta({ description: 'the most that it may cost, such as 0.002' }),
  }),
  output: ordered,
  touches: { table: 'write', administers: ['sweep-requests', 'audit-log'] },
  docs: {
    summary: 'Sweep a token that is not listed from one address, for at most an amount of coin',
  },
  /**
   * Orders it from the function that can sign. Throws `unsupported_chain`, `parameter_invalid`, and `state_changed` while
   * the session is open.
   */
  async run(services, { input: { chainId, token, address: named, gasCap }, findActor }) {
    const { table, now } = services
    await requireWords(table)
    const chain = requireChain(chainId)
    refuseListed(chain, token)
    const { mode } = chain
    const gasCapBase = gasCapOf(chain, gasCap)
    const deposit = await depositOf(table, chain, named)
    const asset = await assetOf(table, { ...deposit, mode }, { chainId, token })
    const wanted = { mode, chainId, ...deposit, ...asset, gasCapBase, requestedAt: now() }
    const entry = auditWrite(services, {
      mode,
      actor: await findActor(),
      action: 'sweep.unlisted',
      target: deposit.sessionId,
      note: '',
      outcome: `ordered ${token} of ${deposit.address}`,
      details: { chain: String(chainId), gasCap },
    })
    const cap = gasCapText(chain, gasCapBase)
    return {
      writes: [unlistedRequestWrite(wanted), entry],
      result: { sessionId: deposit.sessionId, address: deposit.address, token, gasCap: cap },
    }
  },
})

function refuseListed({ name, tokens }: Chain, token: string): void {
  const listed = tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())
  if (listed) throw refuseSweep('token_is_listed', { symbol: listed.symbol, chain: name })
}

type Deposit = Pick<UnlistedRequest, 'sessionId' | 'address' | 'derivationIndex'>

/** The address of a closed session. Money of an open one counts for it, the coin for a fee included. */
async function depositOf(table: Table, { mode }: Chain, named: string): Promise<Deposit> {
  const found = named.startsWith('0x')
    ? (await findAddresses(table, [named])).find((one) => one.mode === mode)
    : await loadCheckoutSession(table, mode, named)
  if (!found) throw refuseSweep('not_a_deposit_address', { named, mode })
  const sessionId = 'sessionId' in found ? found.sessionId : found.id
  const { address, derivationIndex } = found
  if ((await closedSessions(table, mode, { ids: [sessionId] })).has(sessionId)) {
    return { sessionId, address, derivationIndex }
  }
  throw refuseSweep('session_still_open', { sessionId })
}

/** Its name is what anyone may call it, so the ledger shows the contract instead. */
async function assetOf(
  table: Table,
  { mode, sessionId }: Pick<UnlistedRequest, 'mode' | 'sessionId'>,
  { chainId, token }: { chainId: number; token: string },
): Promise<Pick<UnlistedRequest, 'tokenAddress' | 'symbol' | 'decimals'>> {
  const deposits = await loadUnmatchedDeposits(table, { mode, sessionId })
  const known = deposits.find(
    (deposit) =>
      deposit.chainId === chainId && deposit.tokenAddress?.toLowerCase() === token.toLowerCase(),
  )
  const symbol = `${token.slice(0, 6)}…${token.slice(-4)}`
  return { tokenAddress: getAddress(`0x${token.slice(2)}`), symbol, decimals: known?.decimals ?? 0 }
}
