import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { changeSettings } from '../../shared/records/settings/change-settings.ts'
import { type Command, commandOf } from './command.ts'
import { readArgs } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { readImage } from './read-image.ts'

export const settingsCommands: readonly Command[] = [
  commandOf(changeSettings, {
    usage:
      '--mode live|test sessionTtlSeconds=600 confirmations.31337=5 sweepMinimumUsd.8453.USDC=2.50 logo=logo.png defaultAsset= (nothing after = resets it to its default)',
    read: readChanges,
  }),
]

/** `name=value` for each setting. */
async function readChanges(args: readonly string[]): Promise<Record<string, unknown>> {
  const { values, positionals } = readArgs(args, { mode: { type: 'string' } })
  if (positionals.length === 0) throw usageError('settings set needs name=value.')
  const mode = z.enum(modes).safeParse(values.mode)
  if (!mode.success) throw usageError(`--mode must be ${modes.join(' or ')}.`)
  const assignments = await Promise.all(positionals.map(assignment))
  return { mode: mode.data, values: assignments.reduce(assigned, {}) }
}

type Value = string | number | boolean | null | readonly string[]
type Values = { readonly [name: string]: Value | { readonly [key: string]: Value } }

async function assignment(text: string): Promise<[string, Value]> {
  const [, name, value] = /^([\w.]+)=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw usageError(`"${text}" must be name=value, such as sessionTtlSeconds=600.`)
  }
  const read = readers[name.replace(/\..*/, '')] ?? readValue
  return [name, value === '' ? null : await read(value)]
}

/** Settings that are text even if they look like numbers. */
const readers: Readonly<Record<string, (text: string) => Value | Promise<Value>>> = {
  businessName: (text) => text,
  support: (text) => text,
  sweepMinimumUsd: (text) => text,
  logo: readImage,
  embedOrigins: readList,
  checkoutMethods: readList,
  walletApps: readList,
  searchableMetadata: readList,
}

/** Separated by commas; `none` is an empty list. */
function readList(text: string): string[] {
  return text === 'none' ? [] : text.split(',').map((entry) => entry.trim())
}

function readValue(text: string): Value {
  if (text === 'true' || text === 'on') return true
  if (text === 'false' || text === 'off') return false
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** `confirmations.31337=5` is the entry of one chain, `sweepMaxAgeHours.8453.USDC=6` that of an asset there. */
function assigned(values: Values, [name, value]: [string, Value]): Values {
  const [, group, key] = /^(\w+)\.(.+)$/.exec(name) ?? []
  if (group === undefined || key === undefined) return { ...values, [name]: value }
  const entries = values[group]
  const present = isGroup(entries) ? entries : {}
  return { ...values, [group]: { ...present, [key]: value } }
}

function isGroup(value: Values[string] | undefined): value is Exclude<Values[string], Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
