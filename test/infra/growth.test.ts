import { expect, it } from 'vitest'
import type { FunctionRow } from '../../infra/function-row.ts'
import { rows } from './function-rows.ts'
import { resourcesOf, synthesize } from './synthesis.ts'

const most = 450
// CloudFormation accepts 1 MB.
const mostBytes = 900_000

it('stacks stay within the limits with twice as many functions and endpoints, and half as many again of operators', async () => {
  const more = rows.filter(
    ([, { trigger }], index) => trigger.kind !== 'operator' || index % 2 === 0,
  )
  const again = more.map(([name, row]): [string, FunctionRow] => [
    `${name}-again`,
    { ...row, trigger: triggerAgain(name, row.trigger) },
  ])
  const doubled = await synthesize({
    functions: Object.fromEntries([...rows, ...again]),
  })
  expect(resourcesOf(doubled, 'AWS::Lambda::Function').length).toBeGreaterThanOrEqual(
    rows.length + more.length,
  )
  for (const [name, template] of doubled) {
    expect(Object.keys(template.Resources).length, name).toBeLessThan(most)
    expect(JSON.stringify(template).length, name).toBeLessThan(mostBytes)
  }
})

/** Gives a copied HTTP function its own path; copies everything else unchanged. */
function triggerAgain(name: string, trigger: FunctionRow['trigger']): FunctionRow['trigger'] {
  if (trigger.kind === 'route') return { ...trigger, path: `${trigger.path}/again/${name}` }
  if (trigger.kind !== 'operator' || trigger.route === null) return trigger
  return { ...trigger, route: { ...trigger.route, path: `${trigger.route.path}-again` } }
}
