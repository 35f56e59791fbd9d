import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Mode, modes } from '../domain/mode.ts'
import { type UnmatchedDeposit, unmatchedReasons } from '../domain/unmatched-deposit.ts'
import { baseUnits, moment } from './codecs.ts'
import { indexKeys, keys } from './keys.ts'
import type { Table } from './table.ts'

const depositCodec = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  address: z.string(),
  chainId: z.int(),
  symbol: z.string(),
  tokenAddress: z.string().nullable(),
  decimals: z.int(),
  amountBase: baseUnits,
  reason: z.enum(unmatchedReasons),
  seenAt: moment,
})

/** Deposits noted for one session's address. */
export async function loadUnmatchedDeposits(
  table: Table,
  { mode, sessionId }: Pick<UnmatchedDeposit, 'mode' | 'sessionId'>,
): Promise<UnmatchedDeposit[]> {
  const { pk } = keys.session(mode, sessionId)
  return query(table, {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :unmatched)',
    ExpressionAttributeValues: { ':pk': pk, ':unmatched': 'unmatched#' },
  })
}

/** Every unmatched deposit of a mode, the newest first. Eventually consistent. */
export async function listUnmatchedDeposits(table: Table, mode: Mode): Promise<UnmatchedDeposit[]> {
  return query(table, {
    IndexName: 'list',
    ScanIndexForward: false,
    KeyConditionExpression: 'listPk = :list',
    ExpressionAttributeValues: { ':list': indexKeys.unmatchedDeposits(mode) },
  })
}

/** Notes a deposit as it stands now; one per address, chain and asset. One that is gone is listed no more. */
export async function saveUnmatchedDeposit(table: Table, deposit: UnmatchedDeposit): Promise<void> {
  const { mode, sessionId, chainId, tokenAddress, seenAt } = deposit
  const key = keys.unmatchedDeposit(mode, sessionId, `${chainId}#${tokenAddress ?? 'native'}`)
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        ...key,
        ...z.encode(depositCodec, deposit),
        ...(deposit.amountBase > 0n && {
          listPk: indexKeys.unmatchedDeposits(mode),
          listSk: `${seenAt.toISOString()}#${sessionId}#${key.sk}`,
        }),
      },
    }),
  )
}

async function query(
  table: Table,
  input: Omit<Parameters<typeof paginateQuery>[1], 'TableName'>,
): Promise<UnmatchedDeposit[]> {
  const pages = paginateQuery({ client: table.client }, { TableName: table.name, ...input })
  const items = await Array.fromAsync(pages, ({ Items }) => Items ?? [])
  return items.flat().map((item) => depositCodec.parse(item))
}
