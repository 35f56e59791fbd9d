import { expect, it } from 'vitest'
import { readFixtures } from './fixtures.ts'
import { missingKinds } from './kinds.ts'
import { type Finding, pathsOf, recordRealRuns } from './real-runs.ts'
import { ofOneInvocation, wholeValues } from './whole-values.ts'

const findings: Finding[] = await recordRealRuns()

it('every kind of row is written, and each is among the fixtures as it is today: npm run fixtures', async () => {
  const { items } = await readFixtures('current.json')
  const byKind = Map.groupBy(findings, ({ kind }) => kind)
  const written = [...byKind].map(([kind, ofKind]) => [
    kind,
    pathsOf(ofKind.map(({ item }) => item)),
  ])
  const kept = Object.entries(items).map(([kind, ofKind]) => [kind, pathsOf(ofKind)])
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(kept))
  expect(missingKinds(byKind.keys())).toEqual([])
})

const losses = findings.flatMap(({ kind, lost }) =>
  lost.map(({ path, isSame }) => ({ name: `${kind} ${path}`, isSame })),
)

it('no write loses what a newer version added, in the item or in a map within it', () => {
  const unexplained = losses.filter(
    ({ name, isSame }) => !ofOneInvocation.has(name) && (isSame || !wholeValues.has(name)),
  )
  expect([...new Set(unexplained.map(({ name }) => name))]).toEqual([])
})

it('each map that another one replaces is still replaced by one', () => {
  const replaced = new Set(losses.map(({ name }) => name))
  expect([...ofOneInvocation, ...wholeValues].filter((name) => !replaced.has(name))).toEqual([])
})
