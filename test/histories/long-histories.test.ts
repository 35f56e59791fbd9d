import { afterAll, describe, expect, it } from 'vitest'
import { policy } from '../factories.ts'
import { explore } from './explore.ts'
import { mutatedExploration, violatedBy } from './mutated-exploration.ts'
import { mutations } from './mutations.ts'

const tried: string[] = []
afterAll(() => void process.stdout.write(`${tried.join('\n')}\n`))

const policies = [0, 10].flatMap((underpaymentTolerancePercent) =>
  [true, false].map((acceptTopUps) => ({
    ...policy,
    underpaymentTolerancePercent,
    acceptTopUps,
  })),
)

it.each(policies)(
  'every history of eight steps has every property, with $underpaymentTolerancePercent % tolerance, top-ups $acceptTopUps',
  (of) => {
    const explored = explore({ policy: of, depth: 8 })
    expect(violatedBy(explored)).toEqual([])
    tried.push(`${explored.states} states and ${explored.transitions} changes`)
  },
)

describe('a mutation is found', () => {
  it.each(Object.entries(mutations))('%s', async (name, mutation) => {
    const { explore: mutated } = await mutatedExploration(mutation)
    const found = firstFound(mutated)
    expect(found).toBeDefined()
    tried.push(`${name}: ${found}`)
  })
})

/** The first violation under any policy. */
function firstFound(mutated: typeof explore): string | undefined {
  for (const of of policies) {
    const [found] = violatedBy(mutated({ policy: of, depth: 8, stopsEarly: true }))
    if (found !== undefined) return found
  }
  return undefined
}
