import { expect, it } from 'vitest'
import { lateAt, type Step, targetOf, withoutNotes, withStep } from './work.ts'

it.each([
  [{ id: 'cs_1', mode: 'live' }, 'cs_1'],
  [{ mode: 'live', from: 0 }, 'live'],
  [{ chainId: 1 }, ''],
  [undefined, ''],
  [null, ''],
  ['cs_1', ''],
  [{ id: 7, mode: 'test' }, 'test'],
  [{ mode: 7 }, ''],
])('is about the record that its input names, else about the mode: %j', (input, target) => {
  expect(targetOf(input)).toBe(target)
})

it('is interrupted if it is not done a minute after its function has ended', () => {
  expect(lateAt(new Date(0), 30)).toEqual(new Date(90_000))
})

it('a step takes the place of the same one, about the same', async () => {
  const step = (name: string, of: string | null, state: Step['state'] = 'running'): Step => ({
    name,
    of,
    state,
  })
  const steps = [step('read', 'Base'), step('read', 'Optimism'), step('write', 'Base')]
  expect(withStep(steps, step('read', 'Optimism', 'done'))).toEqual([
    ...[steps[0], step('read', 'Optimism', 'done'), steps[2]],
  ])
  expect(withStep(steps, step('write', null))).toEqual([...steps, step('write', null)])
  expect(await withoutNotes(step('read', null), async () => 7)).toBe(7)
})
