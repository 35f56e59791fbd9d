import * as z from 'zod'
import { justBelow } from '../../../kernel/id-range.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { baseUnits, moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import type { Key } from '../../../kernel/store/keys.ts'
import { listPage } from '../../../kernel/store/list-page.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRow } from '../../../kernel/store/unreadable-rows.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import {
  openBase,
  type UnmatchedDeposit,
  type UnmatchedReason,
  unmatchedReasons,
} from '../rules/unmatched-deposit.ts'
import { ledgerKeys } from './keys.ts'

const depositCodec = z.lazy(() =>
  z.object({
    mode: z.enum(modes),
    sessionId: z.string(),
    address: z.string(),
    chainId: z.int(),
    symbol: z.string(),
    tokenAddress: z.string().nullable(),
    decimals: z.int(),
    version: z.int().default(1),
    readAtBlock: baseUnits.default(0n),
    amountBase: baseUnits,
    acceptedBase: baseUnits.default(0n),
    dismissedBase: baseUnits.default(0n),
    promisedBase: baseUnits.default(0n),
    reason: z.enum(unmatchedReasons),
    seenAt: moment,
  }),
)

/** Deposits recorded for one session's address. */
export function loadUnmatchedDeposits(
  table: Table,
  { mode, sessionId }: Pick<UnmatchedDeposit, 'mode' | 'sessionId'>,
): Promise<UnmatchedDeposit[]> {
  const { pk, sk } = ledgerKeys.unmatchedDeposit(mode, sessionId, '')
  return queryAll(table, { partition: pk, range: startingWith(sk) }, depositCodec)
}

/**
 * The deposit of one asset as last written (consistent), or undefined. Money from before the session is a separate
 * deposit.
 */
export function loadUnmatchedDeposit(
  table: Table,
  deposit: DepositKey,
): Promise<UnmatchedDeposit | undefined> {
  return readItem(table, keyOf(deposit), depositCodec)
}

/** A deposit with its position in the list. Positions of both modes sort together. */
export type ListedDeposit = { deposit: UnmatchedDeposit; cursor: string }

/** Unmatched deposits of a mode, the newest first, from below `before`. Eventually consistent. */
export function pageUnmatchedDeposits(
  table: Table,
  mode: Mode,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Page<ListedDeposit>> {
  const range = { from: lowestCursor, to: before ? justBelow(before) : highestCursor }
  const partition = indexKeys.unmatchedDeposits(mode)
  return listPage(table, { index: 'list', partition, range, limit }, (row) => ({
    deposit: readRow(row, depositCodec),
    cursor: z.string().parse(row['listSk']),
  }))
}

/** Cursors start with a time. */
const [lowestCursor, highestCursor] = ['0', '~']

/**
 * The write of version `from` + 1 of a deposit, one per address, chain and asset; its condition fails if another writer
 * was first. A deposit that is gone or decided is no longer listed.
 */
export function unmatchedDepositWrite(deposit: UnmatchedDeposit, from: number): Write {
  const { mode, sessionId, seenAt } = deposit
  const key = keyOf(deposit)
  const item = {
    ...key,
    ...z.encode(depositCodec, deposit),
    ...(openBase(deposit) > 0n && {
      listPk: indexKeys.unmatchedDeposits(mode),
      listSk: `${seenAt.toISOString()}#${sessionId}#${key.sk}`,
    }),
  }
  return from === 0 ? addition(item) : replacement(item, from)
}

type DepositKey = Pick<UnmatchedDeposit, 'mode' | 'sessionId' | 'chainId' | 'tokenAddress'> & {
  reason?: UnmatchedReason
}

function keyOf({ mode, sessionId, chainId, tokenAddress, reason }: DepositKey): Key {
  const asset = `${chainId}#${tokenAddress ?? 'native'}`
  const name = reason === 'before_session' ? `${asset}#before` : asset
  return ledgerKeys.unmatchedDeposit(mode, sessionId, name)
}
