import type * as z from 'zod'
import { failsWith } from './primitives.ts'

/**
 * The part of a JSON Schema that forbids some fields beside `name`, and states what an object without `name` needs. It
 * is a condition, because client generators turn a `oneOf` of bodies into numbered classes or an untyped body.
 */
export function whenGiven(name: string, refused: readonly string[], otherwise: object) {
  return {
    if: { required: [name] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: { anyOf: refused.map((other) => ({ required: [other] })) } },
    else: otherwise,
  }
}

/**
 * A refinement for bodies that need exactly one of these fields as the source of the price; the last is the usual one.
 */
export function exactlyOneOf<Name extends string>(names: readonly [Name, ...Name[]]) {
  return (body: Partial<Record<Name, unknown>>, context: z.RefinementCtx): void => {
    const [first, second] = names.filter((name) => body[name] !== undefined)
    if (first === undefined) {
      const [usual = names[0], ...others] = names.toReversed()
      context.addIssue({
        code: 'custom',
        path: [usual],
        message: `or ${others.join(' or ')} is required as the source of the price`,
        ...failsWith('parameter_missing'),
      })
    }
    if (second !== undefined) {
      context.addIssue({
        code: 'custom',
        path: [second],
        message: `cannot be combined with ${first}: send exactly one of them`,
      })
    }
  }
}
