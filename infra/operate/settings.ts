import * as z from 'zod'
import { type Command, type Outcome, readArgs, readMode } from './command.ts'
import { usageError } from './operate-error.ts'
import type { CallOperator } from './operator-functions.ts'
import { textTable } from './text-table.ts'

const allSettings = z.record(z.string(), z.unknown())

/** `settings get | set`. */
export const settings: Command = async (call, args) => {
  const [action, ...rest] = args
  switch (action) {
    case 'get':
      return get(call, rest)
    case 'set':
      return set(call, rest)
    default:
      throw usageError('settings takes get or set.')
  }
}

async function get(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values } = readArgs(args, { mode: { type: 'string' } })
  return shown(await call('operator-settings', { command: 'get', mode: readMode(values.mode) }))
}

async function set(call: CallOperator, args: readonly string[]): Promise<Outcome> {
  const { values, positionals } = readArgs(args, { mode: { type: 'string' } })
  if (positionals.length === 0) throw usageError('settings set needs name=value.')
  const payload = {
    command: 'set',
    mode: readMode(values.mode),
    values: positionals.map(assignment).reduce(assigned, {}),
  }
  return shown(await call('operator-settings', payload))
}

type Value = string | number | boolean | null
type Values = Record<string, Value | Record<string, Value>>

function assignment(text: string): [string, Value] {
  const [, name, value] = /^([\w.]+)=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw usageError(`"${text}" is no name=value.`)
  }
  return [name, readValue(value)]
}

/** Nothing after the equals sign takes the default again. */
function readValue(text: string): Value {
  if (text === '') return null
  if (text === 'true' || text === 'on') return true
  if (text === 'false' || text === 'off') return false
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** `confirmations.31337=5` is the entry of one chain. */
function assigned(values: Values, [name, value]: [string, Value]): Values {
  const [group, key] = name.split('.')
  if (group === undefined || key === undefined) return { ...values, [name]: value }
  const entries = values[group]
  const present = typeof entries === 'object' ? entries : {}
  return { ...values, [group]: { ...present, [key]: value } }
}

function shown(answer: unknown): Outcome {
  const data = allSettings.parse(answer)
  const rows = Object.entries(data).map(([name, value]) => [name, show(value)])
  return { data, text: textTable(['SETTING', 'VALUE'], rows) }
}

function show(value: unknown): string {
  if (value === null) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
