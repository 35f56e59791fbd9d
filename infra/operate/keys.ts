import * as z from 'zod'
import { scopes } from '../../shared/api-keys/rules/scopes.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { type Command, type Outcome, readArgs, readMode } from './command.ts'
import { OperateError, usageError } from './operate-error.ts'
import type { CallOperator } from './operator-functions.ts'
import { textTable } from './text-table.ts'

const apiKey = z.object({
  id: z.string(),
  mode: z.enum(modes),
  name: z.string(),
  scopes: z.array(z.string()),
  prefix: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
})
const createdKey = apiKey.extend({ key: z.string() })
const keyList = z.object({ keys: z.array(apiKey) })

type ListedKey = z.infer<typeof apiKey>

/** `keys create | list | revoke`. */
export const keys: Command = async (call, args) => {
  const [action, ...rest] = args
  switch (action) {
    case 'create':
      return create(call, rest)
    case 'list':
      return list(call, rest)
    case 'revoke':
      return revoke(call, rest)
    default:
      throw usageError('keys takes create, list or revoke.')
  }
}

async function create(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values } = readArgs(args, {
    mode: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string', default: 'all' },
  })
  const { name } = values
  if (name === undefined) throw usageError('keys create needs --name.')
  const wanted = values.scopes === 'all' ? [...scopes] : values.scopes.split(',')
  const payload = { command: 'create', mode: readMode(values.mode), name, scopes: wanted }
  const data = createdKey.parse(await call('operator-keys', payload))
  const text = `${data.key}\n\nKeep it: it is not shown again. ${data.id}, ${data.mode}, ${data.scopes.join(' ')}`
  return { data, text }
}

async function list(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values } = readArgs(args, { mode: { type: 'string' } })
  const wanted = values.mode === undefined ? modes : [readMode(values.mode)]
  const data = { keys: await listed(call, wanted) }
  return { data, text: data.keys.length > 0 ? keyTable(data.keys) : 'There are no API keys.' }
}

async function revoke(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const [id] = readArgs(args, {}).positionals
  if (id === undefined) throw usageError('keys revoke needs the id of a key.')
  const known = (await listed(call, modes)).find((key) => key.id === id)
  if (!known) throw new OperateError(`There is no API key ${id}.`)
  const payload = { command: 'revoke', mode: known.mode, id }
  const data = apiKey.parse(await call('operator-keys', payload))
  return { data, text: `${data.id} (${data.name}) is revoked since ${data.revokedAt}.` }
}

async function listed(call: CallOperator, wanted: readonly Mode[]): Promise<ListedKey[]> {
  const lists = await Promise.all(
    wanted.map(async (mode) =>
      keyList.parse(await call('operator-keys', { command: 'list', mode })),
    ),
  )
  return lists.flatMap((one) => one.keys)
}

function keyTable(listedKeys: readonly ListedKey[]): string {
  return textTable(
    ['ID', 'MODE', 'NAME', 'KEY', 'CREATED', 'REVOKED', 'SCOPES'],
    listedKeys.map((key) => [
      key.id,
      key.mode,
      key.name,
      `${key.prefix}…`,
      key.createdAt,
      key.revokedAt ?? '-',
      key.scopes.join(' '),
    ]),
  )
}
