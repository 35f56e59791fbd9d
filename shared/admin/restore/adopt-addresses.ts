import * as z from 'zod'
import { assetsOf, chainById } from '../../chain/chains.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { addressCreation, findAddresses } from '../../payments/ledger/store/addresses.ts'
import { closedAddressCreation } from '../../payments/ledger/store/closed-addresses.ts'
import type { DepositWallet, DepositWallets } from '../../payments/wallet/deposit-wallet.ts'
import { depositWallets } from '../../payments/wallet/deposit-wallets.ts'
import { derivationGap } from '../../payments/wallet/rules/derivation-gap.ts'
import { firstWalletId } from '../../payments/wallet/rules/wallet-id.ts'
import {
  derivationStart,
  knownDerivationIndices,
} from '../../payments/wallet/store/derivation-counter.ts'
import { derivationIndex } from '../../payments/wallet/wire/derivation-index.ts'
import { closedSession, type FoundAddress } from './rules/closed-session.ts'

/** Each takes three writes of the transaction. */
export const adoptedAtOnce = 25

const found = z.strictObject({ index: derivationIndex, chainId: z.int(), symbol: z.string() })

const adopted = z.object({
  sessions: z.array(z.object({ index: z.int(), address: z.string(), sessionId: z.string() })),
  /** The index of the next session. */
  next: z.int(),
})

export type AdoptedAddresses = z.infer<typeof adopted>

export const adoptAddresses = operatorOperation({
  name: 'adopt-addresses',
  role: 'owner',
  // A step of `restore`, which knows what was found.
  command: null,
  group: 'restore',
  terminal: true,
  dashboard: false,
  input: z.strictObject({
    mode: z.enum(modes),
    /** When the table was backed up. */
    since: z.iso.datetime(),
    walletId: z.string().max(20).default(firstWalletId),
    money: z.array(found).min(1).max(adoptedAtOnce),
  }),
  output: adopted,
  touches: {
    table: 'write',
    decrypts: ['account-public-keys'],
    administers: ['sessions', 'derivation-indices', 'audit-log'],
  },
  docs: {
    summary: 'List money at addresses whose sessions were lost as unmatched deposits, to sweep it',
  },
  needs: (config, { table }) => ({ depositWallets: depositWallets(config, table) }),
  /**
   * Gives each address without a session a closed one. From then on, it is watched as any other closed session: what it
   * holds becomes an unmatched deposit, and is swept. New sessions start 10,000 past the highest of them.
   */
  async run(services: Services, { input: { mode, since, walletId, money } }) {
    const { table, now } = services
    const { all } = await services.depositWallets(mode)
    const wallet = all.find((each) => each.walletId === walletId)
    if (!wallet) throw unknownWallet(walletId)
    const fresh = await withoutSession(table, wallet, money)
    const createdAt = new Date(since)
    const sessions = fresh.map((address) => {
      const id = newId('checkoutSession', createdAt, services.randomBytes)
      return closedSession(address, { id, mode, createdAt, closedAt: now() })
    })
    const past = Math.max(...money.map(({ index }) => index)) + derivationGap
    const known = await knownDerivationIndices(table, mode)
    const next = Math.max(known, past)
    const result = {
      sessions: sessions.map(({ id: sessionId, derivationIndex: index, address }) => ({
        index,
        address,
        sessionId,
      })),
      next,
    }
    if (sessions.length === 0 && next === known) return { result, changes: [] }
    return {
      result,
      writes: [
        ...sessions.flatMap((session) => creation(session, walletId)),
        ...(next > known ? [derivationStart(table, mode, next)] : []),
      ],
      changes: [
        {
          mode,
          action: 'restore.adopt',
          target: walletId,
          before: { next: known },
          after: { next, sessions: sessions.map(({ id }) => id) },
        },
      ],
    }
  },
})

type Services = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  depositWallets: (mode: Mode) => Promise<DepositWallets>
}

function creation(session: CheckoutSession, walletId: string): Write[] {
  return [
    sessionCreation(session, session.expiresAt),
    addressCreation({ ...session, walletId }),
    closedAddressCreation(session),
  ]
}

/** Each address once, in the first coin that was found there: all others are found by its scans. */
async function withoutSession(
  table: Table,
  { addressAt }: DepositWallet,
  money: z.infer<typeof adoptAddresses.body>['money'],
): Promise<FoundAddress[]> {
  const byIndex = new Map(money.map((each) => [each.index, each]))
  const all = [...byIndex.values()].map(({ index, chainId, symbol }) => {
    const asset = assetIn(chainId, symbol)
    if (!asset) throw unknownAsset(chainId, symbol)
    return { index, address: addressAt(index), chainId, asset }
  })
  const taken = await findAddresses(
    table,
    all.map(({ address }) => address),
  )
  const indices = new Set(taken.map(({ derivationIndex: index }) => index))
  return all.filter(({ index }) => !indices.has(index))
}

function assetIn(chainId: number, symbol: string) {
  const chain = chainById(chainId)
  return chain && assetsOf(chain).find((asset) => asset.symbol === symbol)
}

function unknownWallet(walletId: string): ServiceError {
  return new ServiceError('parameter_invalid', `There is no ${walletId}: see wallet list.`, {
    param: 'walletId',
  })
}

function unknownAsset(chainId: number, symbol: string): ServiceError {
  return new ServiceError('unsupported_asset', `Chain ${chainId} has no ${symbol}.`, {
    param: 'money',
  })
}
