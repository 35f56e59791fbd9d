import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { type Command, onlyWord, readArgs, readMode } from './command.ts'
import { usageError } from './operate-error.ts'
import { textTable } from './text-table.ts'

const entry = z.object({
  id: z.string(),
  mode: z.enum(modes),
  actor: z.union([z.object({ arn: z.string() }), z.object({ requestId: z.string() })]),
  action: z.string(),
  target: z.string(),
  note: z.string(),
  outcome: z.string(),
  details: z.record(z.string(), z.string()),
  createdAt: z.string(),
})
const page = z.object({ entries: z.array(entry), nextCursor: z.string().nullable() })

type Entry = z.infer<typeof entry>

/** `audit list`: what operators did in a mode, the newest first. */
export const audit: Command = async (call, args) => {
  const { values, positionals } = readArgs(args, {
    mode: { type: 'string' },
    limit: { type: 'string', default: '25' },
    after: { type: 'string' },
  })
  if (onlyWord(positionals, 'audit takes list.') !== 'list') throw usageError('audit takes list.')
  const { after } = values
  const query = { command: 'list', mode: readMode(values.mode), limit: Number(values.limit), after }
  const data = page.parse(await call('operator-audit', query))
  return { data, text: [entryTable(data.entries), ...nextPage(data.nextCursor)].join('\n\n') }
}

function entryTable(entries: readonly Entry[]): string {
  if (entries.length === 0) return 'There are no entries.'
  return textTable(
    ['TIME', 'ACTION', 'TARGET', 'OUTCOME', 'WHAT', 'WHO', 'NOTE'],
    entries.map(({ actor, details, ...each }) => [
      each.createdAt,
      each.action,
      each.target,
      each.outcome,
      Object.entries(details)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ') || '-',
      'arn' in actor ? actor.arn : `unverified, request ${actor.requestId}`,
      each.note.replaceAll('\n', ' '),
    ]),
  )
}

function nextPage(cursor: string | null): string[] {
  return cursor === null ? [] : [`There is more: add --after ${cursor}`]
}
