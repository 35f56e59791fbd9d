import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import * as z from 'zod'
import { didYouMean } from '../../shared/kernel/nearest.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { usageError } from './operate-error.ts'

const jsonProperty = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  items: z.object({ enum: z.array(z.string()).optional() }).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  minimum: z.number().default(Number.NEGATIVE_INFINITY),
  maximum: z.number().default(Number.POSITIVE_INFINITY),
  examples: z.array(z.unknown()).default([]),
  /** The environment variable that a secret is read from if its option is missing. */
  secret: z.string().optional(),
})

type Property = z.infer<typeof jsonProperty>

const jsonInput = z.object({
  properties: z.record(z.string(), jsonProperty).default({}),
  required: z.array(z.string()).default([]),
})

/** A property of an operation's input, with its option. `id` and `query` have none: they are the command's argument. */
type Field = Property & { name: string; option: string; isRequired: boolean }

function fieldsOf({ body }: Operation): Field[] {
  const { properties, required } = jsonInput.parse(z.toJSONSchema(body, { io: 'input' }))
  return Object.entries(properties).map(([name, property]) => ({
    ...property,
    name,
    option: optionOf(name, property),
    isRequired: required.includes(name),
  }))
}

/**
 * Returns `--highest-index` for `highestIndex`, `--endpoint` for `endpointId`, `--deposit` for each of `deposits`,
 * `--status` for `statuses`.
 */
function optionOf(name: string, { type }: Property): string {
  const words = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return type === 'array' ? words.replace(/(?<=s)es$|s$/, '') : words
}

/** The options of an operation whose values must not appear on a command line. */
export function secretFields(operation: Operation): SecretField[] {
  return fieldsOf(operation).flatMap(({ option, secret, type }) =>
    secret === undefined ? [] : [{ option, variable: secret, isList: type === 'array' }],
  )
}

type SecretField = { option: string; variable: string; isList: boolean }

/** The usage after the command's name in the help, such as `SESSION --note NOTE [--limit 25]`. */
export function inputUsage(operation: Operation): string {
  const fields = fieldsOf(operation)
  const words = fields.filter(isWord).map(wordUsage)
  return [...words, ...fields.filter((field) => !isWord(field)).map(optionUsage)].join(' ')
}

/** Returns `SESSION` for `the id of a session`. */
function wordUsage({ name, description = name }: Field): string {
  return description.replace(/.* /, '').toUpperCase()
}

function optionUsage(field: Field): string {
  const { option, type, isRequired } = field
  const text = type === 'boolean' ? `--[no-]${option}` : `--${option} ${valueUsage(field)}`
  const repeated = type === 'array' ? `${text} …` : text
  return isRequired ? repeated : `[${repeated}]`
}

function valueUsage({ option, enum: choices, format, secret, ...field }: Field): string {
  if (secret !== undefined) return '-'
  if (choices) return choices.join('|')
  if (format === 'date-time') return '2026-03-01T12:00:00Z'
  if (format === 'date') return '2026-03-01'
  const [example = field.default] = field.examples
  return typeof example === 'number' ? String(example) : option.toUpperCase()
}

const isWord = ({ name }: Field) => name === 'id' || name === 'query'

/** Reads an operation's input from its command-line arguments. Throws an `OperateError`. */
export function readInput(operation: Operation, args: readonly string[]): Record<string, unknown> {
  const fields = fieldsOf(operation)
  const { values, positionals } = readArgs(args, optionsOf(fields))
  refuseWords(operation, fields.find(isWord), positionals)
  const given = fields.map((field): [string, unknown] => {
    const text = isWord(field) ? positionals[0] : values[field.option]
    if (text === undefined && field.isRequired) throw missing(operation, field)
    return [field.name, text === undefined ? undefined : readValue(field, text)]
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function optionsOf(fields: readonly Field[]): ParseArgsOptionsConfig {
  return Object.fromEntries(
    fields
      .filter((field) => !isWord(field))
      .map(({ option, type }) => [
        option,
        {
          type: type === 'boolean' ? ('boolean' as const) : ('string' as const),
          multiple: type === 'array',
        },
      ]),
  )
}

/** Parses a command's options and arguments. Throws `refusal`, by default a usage error, for anything else. */
export function readArgs<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  refusal: (message: string) => Error = usageError,
) {
  try {
    return parseArgs({
      args: withNegatives(args),
      options,
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    })
  } catch (error) {
    throw refusal(argumentError(error, Object.keys(options)))
  }
}

/** Removes the advice of `parseArgs` on arguments that begin with a dash, which no command has. */
function argumentError(error: unknown, options: readonly string[]): string {
  const [said = ''] = String(error instanceof Error ? error.message : error).split(' To specify')
  const [, unknown] = /^Unknown option '--(.+)'/.exec(said) ?? []
  if (unknown === undefined) return said
  return `${said}${didYouMean(
    `--${unknown}`,
    options.map((option) => `--${option}`),
  )}`
}

/** Turns `--from -1` into `--from=-1`: otherwise the number would be read as an option. */
function withNegatives(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    const [previous = '', next = ''] = [args[at - 1], args[at + 1]]
    if (isOption(arg) && isNegative(next)) return `${arg}=${next}`
    return isOption(previous) && isNegative(arg) ? [] : arg
  })
}

const isOption = (arg: string) => /^--[^=]+$/.test(arg)
const isNegative = (arg: string) => /^-\d/.test(arg)

function refuseWords(
  { command }: Operation,
  word: Field | undefined,
  positionals: readonly string[],
): void {
  if (positionals.length <= (word ? 1 : 0)) return
  const what = word ? (word.description ?? 'an id') : 'only options'
  throw usageError(`${command} takes ${what}, and nothing else: "${positionals.join(' ')}".`)
}

function missing({ command }: Operation, field: Field): Error {
  const { option, description, enum: choices, secret } = field
  if (isWord(field)) return usageError(`${command} needs ${description ?? 'an id'}.`)
  if (secret !== undefined) {
    return usageError(
      `${command} needs --${option} - (then it reads a line of standard input) or ${secret}.`,
    )
  }
  const what = choices?.join(' or ') ?? description
  return usageError(`${command} needs --${option}${what ? `: ${what}` : ''}.`)
}

function readValue(field: Field, given: unknown): unknown {
  const { type, format, option, items, enum: choices = items?.enum } = field
  const words = z.array(z.string()).safeParse([given].flat()).data ?? []
  const unknown = words.find((word) => choices && !choices.includes(word))
  if (choices && unknown !== undefined) {
    throw usageError(`--${option} must be ${choices.join(' or ')}.${didYouMean(unknown, choices)}`)
  }
  if (typeof given !== 'string') return given
  if (format === 'date-time') return readTime(option, given)
  if (type === 'integer' || type === 'number') return readNumber(field, given)
  return given
}

/**
 * A day, or a time with its zone: JavaScript would take the 30th of February for the 2nd of March, `3` for a year, and a
 * time without a zone for one of this machine.
 */
const dayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** Returns the time in an option, a day being its first moment in UTC. Throws an `OperateError`. */
export function readTime(option: string, text: string): string {
  if (dayOrTime.safeParse(text).success) return new Date(text).toISOString()
  throw usageError(`--${option} must be a time such as 2026-03-01T12:00:00Z.`)
}

function readNumber({ option, type, description, minimum, maximum }: Field, text: string): number {
  const pattern = type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d+)?$/
  if (!pattern.test(text)) {
    const what = description ?? (type === 'integer' ? 'a whole number' : 'a number')
    throw usageError(`--${option} must be ${what}.`)
  }
  const value = Number(text)
  if (value >= minimum && value <= maximum) return value
  const bound = value < minimum ? `at least ${minimum}` : `at most ${maximum}`
  throw usageError(`--${option} must be ${bound}${description ? `: ${description}` : ''}.`)
}
