import * as z from 'zod'
import type { IndexShards } from '../../../kernel/index-shards.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { keys } from '../../../kernel/store/keys.ts'
import { readItem, readStaleItem } from '../../../kernel/store/read-item.ts'
import { indexShards, noteShards } from '../../../kernel/store/shard-count.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { lowestRelease } from '../rules/lowest-release.ts'
import type { Settings } from '../rules/settings.ts'
import { withDefaults } from '../rules/with-defaults.ts'
import { settingsFields } from '../wire/settings.ts'

/**
 * All stored settings: those that operators see, and internal ones. Every field is optional; a missing one has its
 * default.
 */
const storedSettings = z.lazy(() =>
  z
    .object({
      ...settingsFields(),
      indexShards,
      intakeStoppedAt: z.iso.datetime(),
      tableName: z.string(),
    })
    .partial(),
)

/** New values by name; null resets one to its default, undefined changes nothing. */
export type SettingsChanges = { [Name in keyof Settings]?: Settings[Name] | null | undefined }

type Reading = { stale?: boolean }

/** The settings of a mode, consistent unless `stale`: `defaults`, overridden by the operator's own. */
export async function loadSettings(
  table: Table,
  mode: Mode,
  { defaults, ...reading }: Reading & { defaults: Settings },
): Promise<Settings> {
  return withDefaults(await loadStoredSettings(table, mode, reading), defaults)
}

/** The operator's own settings of a mode, without defaults; consistent unless `stale`. */
export async function loadStoredSettings(
  table: Table,
  mode: Mode,
  { stale = false }: Reading = {},
): Promise<Partial<Settings>> {
  const read = stale ? readStaleItem : readItem
  const stored = (await read(table, keys.settings(mode), storedSettings)) ?? {}
  noteShards(table, mode, stored.indexShards ?? null)
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined))
}

/**
 * The write of the settings by a deployment and at setup, with the lowest release that can read the table from now on. A
 * restored table keeps the name of the one that it is a copy of, so that a deployment doesn't hide it.
 */
export function firstSettings({ name }: Table, mode: Mode, changes: SettingsChanges): Write {
  const noted = { ...changes, tableName: name, lowestRelease }
  return settingsUpdate(mode, noted, { kept: ['tableName'] })
}

/** The write that stores some settings of a mode (at least one) and leaves the others, and those `kept`, as they are. */
export function settingsUpdate(
  mode: Mode,
  changes: SettingsChanges,
  { kept = [] }: { kept?: readonly string[] } = {},
): Write {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
  const set = changed.filter(([, value]) => value !== null)
  const removed = changed.filter(([, value]) => value === null)
  const given = (name: string) =>
    kept.includes(name) ? `if_not_exists(#${name}, :${name})` : `:${name}`
  const clauses = [
    clause(
      'SET',
      set.map(([name]) => `#${name} = ${given(name)}`),
    ),
    clause(
      'REMOVE',
      removed.map(([name]) => `#${name}`),
    ),
  ]
  return {
    Update: {
      Key: keys.settings(mode),
      UpdateExpression: clauses.join(' ').trim(),
      ExpressionAttributeNames: Object.fromEntries(changed.map(([name]) => [`#${name}`, name])),
      ...(set.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(
          set.map(([name, value]) => [`:${name}`, value]),
        ),
      }),
    },
  }
}

/** The write that grows the shards; its condition fails if they have grown since they were read. */
export function indexShardsReplacement(
  mode: Mode,
  after: IndexShards,
  before: IndexShards | null,
): Write {
  return {
    Update: {
      Key: keys.settings(mode),
      UpdateExpression: 'SET indexShards = :after',
      // The count only grows, so it tells one from another.
      ConditionExpression: before
        ? 'indexShards.#count = :before'
        : 'attribute_not_exists(indexShards)',
      ...(before && { ExpressionAttributeNames: { '#count': 'count' } }),
      ExpressionAttributeValues: { ':after': after, ...(before && { ':before': before.count }) },
    },
  }
}

function clause(keyword: 'SET' | 'REMOVE', parts: readonly string[]): string {
  return parts.length > 0 ? `${keyword} ${parts.join(', ')}` : ''
}
