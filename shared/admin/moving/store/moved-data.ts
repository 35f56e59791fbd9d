import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { LeftOut } from '../rules/left-out.ts'
import { movingKeys } from './keys.ts'

const mode = z.enum(modes)

export const leftOut = innerMap({
  wallets: z.array(
    innerMap({
      walletId: z.string(),
      firstAddresses: innerMap({ live: z.string(), test: z.string() }),
    }),
  ),
  networks: z.array(innerMap({ mode, chainId: z.int() })),
  notifiers: z.array(innerMap({ mode, notifier: z.string() })),
  integrations: z.array(innerMap({ mode, provider: z.string() })),
  payoutWallets: z.array(innerMap({ mode, chainId: z.int(), address: z.string() })),
}) satisfies z.ZodType<LeftOut>

/** Data that was moved here from another instance. */
export type MovedData = {
  /** Which export it is. */
  checksum: string
  begunAt: Date
  /** Null while its import has not ended. */
  endedAt: Date | null
  leftOut: LeftOut
}

const movedData = z.object({
  checksum: z.string(),
  begunAt: moment,
  endedAt: moment.nullable(),
  leftOut,
})

const importEnd = z.lazy(() => z.object({ endedAt: moment.nullable() }))

/** When its import ended, for those who need to know no more. */
export function loadImportEnd(table: Table): Promise<Pick<MovedData, 'endedAt'> | undefined> {
  return readItem(table, movingKeys.movedData(), importEnd)
}

/** Undefined for an instance that nothing was moved to (consistent). */
export function loadMovedData(table: Table): Promise<MovedData | undefined> {
  return readItem(table, movingKeys.movedData(), movedData)
}

/** Its condition fails if something else was moved here. */
export function movedDataWrite(moved: MovedData): Write {
  return upsert(
    { ...movingKeys.movedData(), ...z.encode(movedData, moved) },
    {
      ConditionExpression: 'attribute_not_exists(pk) OR checksum = :checksum',
      ExpressionAttributeValues: { ':checksum': moved.checksum },
    },
  )
}
