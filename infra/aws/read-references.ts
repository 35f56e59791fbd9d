import { stackNames } from './constructs/names.ts'
import { describeStack } from './describe-stack.ts'
import { presentOutput, type Referenced, sources, usedOutput } from './references.ts'

/** A stack that uses what another stack no longer has. */
export type StaleReference = { stack: string; name: Referenced; used: string }

export type References = {
  /** Current values; none for stacks that don't exist. */
  present: Readonly<Partial<Record<Referenced, string>>>
  stale: StaleReference[]
}

export type Place = { prefix: string; region: string }

const names = Object.keys(sources).filter((name): name is Referenced => name in sources)

/** Compares what each stack has used since its last update with what the others have now. */
export async function readReferences({ prefix, region }: Place): Promise<References> {
  const described = stackNames.map(async (stack) => {
    const found = await describeStack(region, `${prefix}-${stack}`)
    return [stack, found?.outputs ?? {}] as const
  })
  const outputs = new Map(await Promise.all(described))
  const presentOf = (name: Referenced) => outputs.get(sources[name])?.[presentOutput(name)]
  const stale = stackNames.flatMap((user) =>
    names.flatMap((name) => {
      const used = outputs.get(user)?.[usedOutput(name)]
      const isStale = used !== undefined && used !== presentOf(name)
      return isStale ? [{ stack: `${prefix}-${user}`, name, used }] : []
    }),
  )
  const present = names.flatMap((name) => {
    const value = presentOf(name)
    return value === undefined ? [] : [[name, value]]
  })
  return { present: Object.fromEntries(present), stale }
}
