import { expect, it } from 'vitest'
import * as z from 'zod'
import { operatorOperations } from './operator-operations.ts'
import { refusalLists } from './refusals.ts'

const names = refusalLists.flatMap((list) => Object.keys(list))

const calling = z.custom<(issue?: object) => unknown>((value) => typeof value === 'function')
const parts = z.object({ error: calling.optional(), getter: calling.optional() })

/** The sentences that the parts of a schema say themselves, as issues of zod. */
function saidBy(part: unknown, seen: Set<unknown>): unknown[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  if (Array.isArray(part)) return part.flatMap((one) => saidBy(one, seen))
  if (!('_zod' in part)) return Object.values(part).flatMap((one) => saidBy(one, seen))
  const { def } = z.looseObject({ def: z.looseObject({}) }).parse(part._zod)
  const { error, getter } = parts.parse(def)
  const said = error ? [error({ code: 'custom', input: '' })] : []
  return [...said, ...saidBy(getter?.(), seen), ...saidBy({ ...def }, seen)]
}

const named = z.object({ message: z.string(), words: z.object({ name: z.enum(names) }) })

it('include what the input of any operation of the dashboard says in words of its own', () => {
  const said = operatorOperations.flatMap(({ body }) => saidBy(body, new Set()))
  expect(said.length).toBeGreaterThan(20)
  expect(said.filter((sentence) => !named.safeParse(sentence).success)).toEqual([])
})
