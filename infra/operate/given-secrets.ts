import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { secretFields } from './input-options.ts'
import { usageError } from './operate-error.ts'

/** Where secrets come from: others can see command lines, and the shell stores them. */
export type GivenSecrets = {
  variables: Readonly<Record<string, string | undefined>>
  /** The next line of standard input, typed without an echo at a terminal. */
  readLine: (prompt: string) => Promise<string>
}

/**
 * The arguments of a command with the secrets that they leave out: a line of standard input for each `-`, and the
 * environment variable of an option that is missing.
 */
export async function withSecrets(
  operation: Operation,
  args: readonly string[],
  { variables, readLine }: GivenSecrets,
): Promise<string[]> {
  const fields = secretFields(operation)
  const rest = joined(args, fields)
  const filled: string[] = []
  for (const arg of rest) {
    const field = fields.find(({ option }) => arg === `--${option}=-`)
    if (!field) filled.push(arg)
    else filled.push(`--${field.option}=${await lineOf(field.option, readLine)}`)
  }
  const missing = fields.filter(({ option }) => !rest.some((arg) => isOf(arg, option)))
  const added = missing.flatMap(({ option, variable, isList }) => {
    const text = variables[variable]?.trim() ?? ''
    const values = isList ? text.split(/\s+/) : [text]
    return values.flatMap((value) => (value === '' ? [] : [`--${option}=${value}`]))
  })
  return [...filled, ...added]
}

async function lineOf(option: string, readLine: GivenSecrets['readLine']): Promise<string> {
  const line = (await readLine(`--${option}: `)).trim()
  if (line === '') throw usageError(`--${option} must not be empty.`)
  return line
}

/** `--key -` as `--key=-`. */
function joined(args: readonly string[], fields: readonly { option: string }[]): string[] {
  const isDash = (index: number) =>
    args[index + 1] === '-' && fields.some(({ option }) => args[index] === `--${option}`)
  return args.flatMap((arg, index) => {
    if (isDash(index)) return [`${arg}=-`]
    return isDash(index - 1) ? [] : [arg]
  })
}

function isOf(arg: string, option: string): boolean {
  return arg === `--${option}` || arg.startsWith(`--${option}=`)
}
