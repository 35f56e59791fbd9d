import { fill } from '../../static-ui/template.ts'
import type { Failure } from './service/result.ts'
import { text } from './texts/text.ts'

/** What the operator reads: a text of the page for errors that it knows, else the service's own message. */
export function problemText(failure: Failure): string {
  if (failure.kind === 'unreachable') return text.problems.unreachable
  if (failure.kind === 'cancelled') return text.problems.cancelled
  const known: Readonly<Record<string, string>> = text.problems.codes
  return known[failure.code] ?? sentence(failure.message)
}

/** What is wrong with one field, if the service named it. */
export function fieldProblem(failure: Failure | undefined, ...names: string[]): string | undefined {
  if (failure?.kind !== 'rejected' || failure.param === null) return undefined
  const isNamed = failure.param.split('.').some((part) => names.includes(part))
  return isNamed ? sentence(failure.message) : undefined
}

/** Messages of the service begin with the name of the field. */
function sentence(message: string): string {
  const readable = message.replace(/^(input\.)?[\w.[\]]+ (?=must |is |has |belongs )/, (name) =>
    fill(text.problems.thisField, { name: name.trim() }),
  )
  return readable.charAt(0).toUpperCase() + readable.slice(1)
}
