import { explainedSession } from '../../shared/contract/explained-session.ts'
import { type Command, onlyWord, readArgs } from './command.ts'
import { usageError } from './operate-error.ts'
import { sessionText } from './session-text.ts'

/** `sessions show | check`. */
export const sessions: Command = async (call, args) => {
  const [command, ...rest] = args
  if (command !== 'show' && command !== 'check') throw usageError('sessions takes show or check.')
  const { positionals } = readArgs(rest, {})
  const id = onlyWord(positionals, `sessions ${command} needs the id of a session.`)
  const data = explainedSession.parse(await call('operator-sessions', { command, id }))
  return { data, text: sessionText(data) }
}
