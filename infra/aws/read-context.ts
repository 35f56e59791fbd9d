import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { repositoryRoot } from '../build/repository-root.ts'
import { systemCode } from '../local/startup-error.ts'
import { refuseUnknown } from './settings.ts'

const context = z.record(z.string(), z.unknown())
const withContext = z.looseObject({ context: context.default({}) })

/** The CDK context as the CDK's command reads it: its files, then `-c name=value` among the arguments. */
export async function readContext(
  args: readonly string[],
  folders = { home: homedir(), root: repositoryRoot },
): Promise<Record<string, unknown>> {
  const [ofUser, ofProject, values] = await Promise.all([
    readJson(join(folders.home, '.cdk.json')),
    readJson(join(folders.root, 'cdk.json')),
    readJson(join(folders.root, 'cdk.context.json')),
  ])
  const own = { ...context.parse(values), ...ofArguments(args) }
  // Other projects share the user's file.
  refuseUnknown(Object.keys(own))
  return {
    ...withContext.parse(ofUser).context,
    ...context.parse(values),
    ...withContext.parse(ofProject).context,
    ...ofArguments(args),
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {}
    throw error
  }
}

/** `-c name=value`, `--context name=value` and `--context=name=value`. */
function ofArguments(args: readonly string[]): Record<string, string> {
  const pairs = args.flatMap((arg, index) => {
    const isValue = ['-c', '--context'].includes(args[index - 1] ?? '')
    const text = isValue ? arg : /^--context=(.*)$/s.exec(arg)?.[1]
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text ?? '') ?? []
    return name !== undefined && value !== undefined ? [[name, value]] : []
  })
  return Object.fromEntries(pairs)
}
