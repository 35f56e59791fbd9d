import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { didYouMean } from '../../shared/kernel/nearest.ts'
import { scopes } from '../../shared/kernel/scopes.ts'
import { createApiKey } from '../../shared/records/api-keys/create-api-key.ts'
import { listApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../shared/records/api-keys/revoke-api-key.ts'
import { rollApiKey } from '../../shared/records/api-keys/roll-api-key.ts'
import { presets, scopesOfPreset } from '../../shared/records/api-keys/rules/scope-presets.ts'
import type { ListedApiKey } from '../../shared/records/api-keys/wire/api-key.ts'
import { type Command, commandOf } from './command.ts'
import { readInput } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { textTable } from './text-table.ts'

export const keyCommands: readonly Command[] = [
  commandOf(createApiKey, {
    usage:
      '--mode live|test --name NAME [--scopes links:read,links:write | checkout | read | everything]',
    read: async (args) => readNewKey(args),
    text: ({ key, id, mode, scopes: granted }) =>
      `${key}\n\nStore it: it is not shown again. ${id}, ${mode}, ${granted.join(' ')}`,
  }),
  commandOf(listApiKeys, {
    text: ({ keys }) => (keys.length > 0 ? keyTable(keys, new Date()) : 'There are no API keys.'),
  }),
  commandOf(rollApiKey, {
    text: ({ key, id, replaces }) =>
      `${key}\n\nStore it: it is not shown again. ${id} replaces ${replaces.id}, which works until ${replaces.revokedAt}.`,
  }),
  commandOf(revokeApiKey, {
    text: ({ id, name, revokedAt }) => `${id} (${name}) is revoked since ${revokedAt}.`,
  }),
]

/** `--scopes` accepts a list of scopes and names of presets, and defaults to all scopes. */
const newKey = {
  ...createApiKey,
  body: z.strictObject({
    mode: z.enum(modes),
    name: z.string(),
    scopes: z.string().default('all'),
  }),
}

function readNewKey(args: readonly string[]): Record<string, unknown> {
  const { scopes: named = 'all', ...input } = readInput(newKey, args)
  const given = String(named)
    .split(',')
    .flatMap(
      (name): readonly string[] => scopesOfPreset(name === 'all' ? 'everything' : name) ?? [name],
    )
  const wanted = [...new Set(given)]
  const unknown = wanted.find((name) => !scopes.some((scope) => scope === name))
  if (unknown === undefined) return { ...input, scopes: wanted }
  const known = [...Object.keys(presets), ...scopes]
  throw usageError(
    `"${unknown}" isn't a scope.${didYouMean(unknown, known)} There are ${known.join(', ')}.`,
  )
}

function keyTable(keys: readonly ListedApiKey[], now: Date): string {
  return textTable(
    ['ID', 'MODE', 'NAME', 'KEY', 'CREATED', 'LAST USED', 'STATE', 'SCOPES'],
    keys.map((key) => [
      key.id,
      key.mode,
      key.name,
      `${key.prefix}…`,
      key.createdAt,
      key.lastUsedAt ?? '-',
      stateOf(key, now),
      key.scopes.join(' '),
    ]),
  )
}

/** A key that was rolled works until its end. */
function stateOf({ revokedAt }: ListedApiKey, now: Date): string {
  if (revokedAt === null) return 'active'
  return new Date(revokedAt) > now ? `works until ${revokedAt}` : `revoked ${revokedAt}`
}
