import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { changeSettings } from '../../shared/settings/change-settings.ts'
import { type Command, commandOf } from './command.ts'
import { readArgs } from './input-options.ts'
import { usageError } from './operate-error.ts'

export const settingsCommands: readonly Command[] = [
  commandOf(changeSettings, {
    usage:
      '--mode live|test sessionTtlSeconds=600 confirmations.31337=5 defaultAsset= (nothing after = resets it to its default)',
    read: async (args) => readChanges(args),
  }),
]

/** `name=value` for each setting. */
function readChanges(args: readonly string[]): Record<string, unknown> {
  const { values, positionals } = readArgs(args, { mode: { type: 'string' } })
  if (positionals.length === 0) throw usageError('settings set needs name=value.')
  const mode = z.enum(modes).safeParse(values.mode)
  if (!mode.success) throw usageError(`--mode must be ${modes.join(' or ')}.`)
  return { mode: mode.data, values: positionals.map(assignment).reduce(assigned, {}) }
}

type Value = string | number | boolean | null
type Values = Record<string, Value | Record<string, Value>>

function assignment(text: string): [string, Value] {
  const [, name, value] = /^([\w.]+)=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw usageError(`"${text}" must be name=value, such as sessionTtlSeconds=600.`)
  }
  return [name, readValue(value)]
}

/** Nothing after the equals sign resets a setting to its default. */
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
