import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'

/** By machine, the functions that its executions invoke: they keep the definition that they were started with. */
export async function tasksOfMachines(): Promise<Record<string, string[]>> {
  const entries = machineNames.map(async (machine) => {
    const file = join(repositoryRoot, 'infra/machines', `${machine}.asl.json`)
    const found = (await readFile(file, 'utf8')).matchAll(/\$\{([\w-]+)\}/g)
    const names = new Set([...found].map(([, name]) => name))
    return [machine, [...names].flatMap((name) => modes.map((mode) => `${name}-${mode}`))]
  })
  return Object.fromEntries(await Promise.all(entries))
}
