import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import type { Integration } from '../rules/integration.ts'
import { type ProviderName, providerNames } from '../rules/provider-name.ts'
import { integrationKeys } from './keys.ts'

const accountFields = {
  account: z.int().default(1),
  credentials: sealed,
  fingerprint: z.string().default(''),
  wallet: z.string().nullable(),
}

const integration = z.lazy(() =>
  z.object({
    mode: z.enum(modes),
    provider: z.enum(providerNames),
    version: z.int(),
    ...accountFields,
    isEnabled: z.boolean(),
    next: innerMap({ ...accountFields, from: moment })
      .nullable()
      .default(null),
    past: z.array(innerMap(accountFields)).readonly().default([]),
    setAt: moment,
  }),
)

export function credentialsContext({
  mode,
  provider,
}: Pick<Integration, 'mode' | 'provider'>): Record<string, string> {
  return { item: 'provider-credentials', mode, provider }
}

/** The account of a mode with a provider (consistent), or undefined. */
export function findIntegration(
  table: Table,
  mode: Mode,
  provider: ProviderName,
): Promise<Integration | undefined> {
  return readItem(table, integrationKeys.integration(mode, provider), integration)
}

/** Every account of a mode (consistent). */
export function listIntegrationsOf(table: Table, mode: Mode): Promise<Integration[]> {
  const { pk, sk } = integrationKeys.integration(mode, '')
  return queryAll(table, { partition: pk, range: startingWith(sk) }, integration)
}

/** The write of version `from` + 1; its condition fails if another writer was first. */
export function integrationWrite(given: Integration, from: number): Write {
  const item = {
    ...integrationKeys.integration(given.mode, given.provider),
    ...z.encode(integration, given),
  }
  return from === 0 ? addition(item) : replacement(item, from)
}
