import * as z from 'zod'
import type { AskChain } from '../chain/ask-chain.ts'
import type { Chain } from '../chain/chain.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import { requireChain } from '../networks/node-services.ts'
import type { AuditDeps, AuditedDecision } from '../operators/audit.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { inEffect } from '../payout-wallets/rules/payout-wallet.ts'
import { findPayoutWallet } from '../payout-wallets/store/payout-wallets.ts'
import { payoutChain } from '../payout-wallets/wire/payout-chain.ts'
import { listGasWallets } from '../wallet/store/wallet-addresses.ts'
import { walletNotConfigured } from '../wallet/wallet-not-configured.ts'
import { type DelegateOf, delegateAddress, deployer } from './delegate/sweep-delegate.ts'
import { codeAt, hasDelegations, isDeployed } from './delegate/usable-delegate.ts'
import { gasCapOf, gasCapText } from './gas-cap.ts'
import { delegateRequestWrite } from './store/delegate-requests.ts'

const ordered = z.object({
  chainId: z.int(),
  chain: z.string(),
  /** Where it is or will be: a hash of its code and of both wallets. */
  contract: z.string(),
  gasWallet: z.string(),
  payoutWallet: z.string(),
  /** Then nothing is ordered. */
  isDeployed: z.boolean(),
  /** No one but its authors has reviewed the contract. */
  isAudited: z.literal(false),
  gasCap: z.string(),
})

export type DelegateOrdered = z.infer<typeof ordered>

export const deployDelegate = operatorOperation({
  name: 'deploy-delegate',
  role: 'owner',
  stepUp: true,
  command: 'sweeps deploy-delegate',
  input: z.strictObject({
    chainId: payoutChain,
    gasCap: z.string().meta({ description: 'the most that it may cost, such as 0.01' }),
  }),
  output: ordered,
  touches: { table: 'write', chains: true, administers: ['sweep-requests', 'audit-log'] },
  needs: { timeoutSeconds: 60 },
  docs: {
    summary: 'Deploy the unaudited contract of EIP-7702 batches on a chain, before batch7702 is on',
  },
})

type Services = AuditDeps & {
  table: Table
  ask: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

/**
 * Orders it from the function that can sign. Throws `unsupported_chain` if the chain is not enabled or has no EIP-7702,
 * `parameter_invalid`, `wallet_not_configured`, and `state_changed` if the chain has no payout wallet.
 */
export async function runDeployDelegate(
  services: Services,
  { input: { chainId, gasCap } }: OperatorInputOf<typeof deployDelegate>,
): Promise<AuditedDecision<DelegateOrdered>> {
  const { now } = services
  const chain = requireChain(chainId)
  const gasCapBase = gasCapOf(chain, gasCap)
  const of = await walletsOf(services, chain)
  const isThere = await probe(services, chain, of)
  const contract = delegateAddress(of)
  const wanted = { mode: chain.mode, chainId, gasCapBase, requestedAt: now() }
  const change = { mode: chain.mode, action: 'sweep.deploy-delegate', target: contract } as const
  return {
    changes: isThere ? [] : [{ ...change, after: { chainId, gasCap } }],
    writes: isThere ? [] : [delegateRequestWrite(wanted)],
    result: {
      ...{ chainId, chain: chain.name, contract, isDeployed: isThere, isAudited: false },
      ...{ gasWallet: of.gasWallet, payoutWallet: of.payout },
      gasCap: gasCapText(chain, gasCapBase),
    },
  }
}

/** As they are shown; the function that can sign uses the sealed payout wallet. */
async function walletsOf(
  { table, now }: Services,
  { mode, chainId, name }: Chain,
): Promise<DelegateOf> {
  const [gasWallets, stored] = await Promise.all([
    listGasWallets(table, mode),
    findPayoutWallet(table, mode, chainId),
  ])
  const gasWallet = gasWallets.at(-1)
  if (!gasWallet) throw walletNotConfigured()
  if (!stored)
    throw new ServiceError('state_changed', `${name} has no payout wallet. Set it first.`)
  return { gasWallet: gasWallet.address, payout: inEffect(stored, now()).current.address }
}

/** Whether the contract is deployed. Throws `unsupported_chain` if it can't be, or would be of no use. */
async function probe(
  { ask, chains, randomBytes }: Services,
  { mode, chainId, name }: Chain,
  of: DelegateOf,
): Promise<boolean> {
  const client = (await chains(mode)).find(({ chain }) => chain.chainId === chainId)
  if (!client) throw unsupported(`${name} is not enabled.`)
  try {
    return await ask(client, async (limited) => {
      if (await isDeployed(limited, of)) return true
      if ((await codeAt(limited, deployer)) === undefined) {
        throw unsupported(`${name} has no contract at ${deployer}, which deploys others.`)
      }
      if (await hasDelegations(limited, { randomBytes })) return false
      throw unsupported(`${name}, or its node, has no EIP-7702. Its tokens are swept without it.`)
    })
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    throw unresponsive(name, error)
  }
}

function unresponsive(name: string, cause: ChainUnavailable): ServiceError {
  return new ServiceError('timed_out', `No node of ${name} responded. Try again.`, { cause })
}

function unsupported(message: string): ServiceError {
  return new ServiceError('unsupported_chain', message, { param: 'chainId' })
}
