import * as z from 'zod'
import { explainedSession } from '../../shared/checkout-sessions/wire/explained-session.ts'
import { type Command, type Outcome, onlyWord, readArgs } from './command.ts'
import { usageError } from './operate-error.ts'
import type { CallOperator } from './operator-functions.ts'
import { sessionText } from './session-text.ts'

/** `sessions show | check | accept | dismiss`. */
export const sessions: Command = async (call, args) => {
  const [command, ...rest] = args
  switch (command) {
    case 'show':
    case 'check':
      return look(call, command, rest)
    case 'accept':
    case 'dismiss':
      return settle(call, command, rest)
    default:
      throw usageError('sessions takes show, check, accept or dismiss.')
  }
}

async function look(
  call: CallOperator,
  command: 'show' | 'check',
  args: readonly string[],
): Promise<Outcome> {
  const id = sessionId(readArgs(args, {}).positionals, command)
  const data = explainedSession.parse(await call('operator-sessions', { command, id }))
  return { data, text: sessionText(data) }
}

const settled = explainedSession.extend({ changed: z.boolean() })
const done = { accept: 'accepted', dismiss: 'dismissed' } as const

async function settle(
  call: CallOperator,
  command: 'accept' | 'dismiss',
  args: readonly string[],
): Promise<Outcome> {
  const { values, positionals } = readArgs(args, {
    deposit: { type: 'string', multiple: true, default: [] },
    note: { type: 'string' },
  })
  const id = sessionId(positionals, command)
  const { note, deposit: deposits } = values
  if (!note) throw usageError(`sessions ${command} needs --note: why you do it, for the audit log.`)
  const payload = { command, id, deposits, note }
  const { changed, ...data } = settled.parse(await call('operator-sessions', payload))
  const lead = changed ? `It is ${done[command]}.` : `It was ${done[command]} already.`
  return { data: { ...data, changed }, text: `${lead}\n\n${sessionText(data)}` }
}

function sessionId(positionals: string[], command: string): string {
  return onlyWord(positionals, `sessions ${command} needs the id of a session.`)
}
