import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { storeItem } from '../../../kernel/store/writes.ts'
import type { NetworkReach } from '../rules/network-reach.ts'
import { networkKeys } from './keys.ts'

const reach = z.lazy(() =>
  z.object({ chainId: z.int(), since: moment, at: moment, missing: z.array(z.string()) }),
)

const daySeconds = 86_400

/** The chains of a mode whose nodes did not agree within a day. Eventually consistent. */
export function listNetworkReach(table: Table, mode: Mode): Promise<NetworkReach[]> {
  const { pk } = networkKeys.networkReach(mode, 0)
  return queryAll(table, { partition: pk, stale: true }, reach)
}

/** Notes that a chain's nodes don't agree. */
export function storeNetworkReach(table: Table, mode: Mode, found: NetworkReach): Promise<void> {
  const item = z.encode(reach, { ...found, missing: [...found.missing] })
  const ttl = Math.floor(found.at.getTime() / 1000) + daySeconds
  return storeItem(table, { ...networkKeys.networkReach(mode, found.chainId), ...item, ttl })
}
