import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { readStaleItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { type ClosedRound, type ClosedTier, closedTierNames } from '../rules/closed-tiers.ts'
import { ledgerKeys } from './keys.ts'

const round = z.lazy(() =>
  innerMap({ dueAt: moment, startedAt: moment, cursor: z.string().nullable() }),
)

/** One chain's rounds over the addresses of one tier. */
export type RoundName = { chainId: number; tier: ClosedTier }

export function roundKey({ chainId, tier }: RoundName): string {
  return `${chainId}#${tier}`
}

/**
 * The rounds of a mode by `roundKey`, for chains that have started one. Eventually consistent: what an older one leads to
 * is that addresses are scanned again.
 */
export async function loadClosedRounds(
  table: Table,
  { mode, chainIds }: { mode: Mode; chainIds: readonly number[] },
): Promise<ReadonlyMap<string, ClosedRound>> {
  const stored = await readStaleItem(
    table,
    ledgerKeys.closedRounds(mode),
    z.record(z.string(), z.unknown()),
  )
  const names = chainIds.flatMap((chainId) =>
    closedTierNames.map((tier) => roundKey({ chainId, tier })),
  )
  const known = names.filter((name) => stored && name in stored)
  return new Map(known.map((name) => [name, round.parse(stored?.[name])]))
}

/**
 * Saves the progress of rounds in one write. Two concurrent runs may overwrite each other. Then some addresses are
 * scanned twice, but none is skipped, since an unfinished round is started again.
 */
export async function saveClosedRounds(
  table: Table,
  mode: Mode,
  rounds: ReadonlyMap<string, ClosedRound>,
): Promise<void> {
  if (rounds.size === 0) return
  const entries = [...rounds].map(([name, value], index) => ({ index, name, value }))
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: ledgerKeys.closedRounds(mode),
      UpdateExpression: `SET ${entries.map(({ index }) => `#n${index} = :v${index}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(
        entries.map(({ index, name }) => [`#n${index}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries(
        entries.map(({ index, value }) => [`:v${index}`, z.encode(round, value)]),
      ),
    }),
  )
}
