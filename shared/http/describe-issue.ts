import * as z from 'zod'
import { nearestTo } from '../kernel/nearest.ts'
import { type FieldProblem, fieldProblems } from '../kernel/wire/field-problem.ts'
import { formSentences } from './rules/form-sentences.ts'

type Issue = z.core.$ZodRawIssue

const problem = fieldProblems(formSentences)

/**
 * The constraint that a value breaks, to follow its name: "must be a string"; for an unknown name, the one that was
 * probably meant, if any. Zod reports whatever is added to its issue.
 */
export function describeIssue(issue: Issue): FieldProblem {
  return Object.assign(issue, problemOf(issue))
}

function problemOf(issue: Issue): FieldProblem {
  switch (issue.code) {
    case 'invalid_type': {
      const { message, words } = typeProblem(issue.expected)
      return { message: `${message}${exampleOf(issue)}`, words }
    }
    case 'unrecognized_keys':
      return unknownName((issue.keys[0] ?? '').slice(0, longestName), namesIn(issue))
    case 'too_small':
      return size(issue, 'least', issue.minimum)
    case 'too_big':
      return size(issue, 'most', issue.maximum)
    case 'invalid_value':
      return problem('one_of', { values: issue.values.join(', ') })
    case 'invalid_key':
    case 'invalid_element': {
      const [{ message, words } = problem('not_valid')] = issue.issues
      return { message, words }
    }
    default:
      return problem('not_valid')
  }
}

const kinds = ['string', 'number', 'int', 'boolean', 'array', 'object'] as const

function typeProblem(expected: string): FieldProblem {
  const kind = kinds.find((one) => one === (expected === 'record' ? 'object' : expected))
  return kind ? problem(`must_be_${kind}`) : problem('must_be', { kind: expected })
}

/** Callers choose the names that they send. */
const longestName = 100

function namesIn({ inst }: Issue): string[] {
  return inst instanceof z.ZodObject ? Object.keys(inst._zod.def.shape) : []
}

function unknownName(name: string, known: readonly string[]): FieldProblem {
  const nearest = nearestTo(name, known)
  if (nearest === undefined) return problem('not_a_parameter')
  return problem('not_a_parameter_near', { nearest })
}

function exampleOf({ inst }: Issue): string {
  const examples = inst instanceof z.ZodType && z.globalRegistry.get(inst)?.['examples']
  return Array.isArray(examples) ? `, such as ${JSON.stringify(examples[0])}` : ''
}

type Sized = { origin: string; inclusive?: boolean }

const units = { string: 'character', array: 'item' } as const

function size(
  { origin, inclusive = true }: Sized,
  bound: 'least' | 'most',
  limit: number | bigint,
): FieldProblem {
  const [count, least] = [Number(limit), bound === 'least']
  if (origin === 'string' || origin === 'array') {
    const unit = units[origin]
    return least && count === 1
      ? problem(`at_least_one_${unit}`)
      : problem(`at_${bound}_${unit}s`, { count })
  }
  if (inclusive) return problem(`at_${bound}`, { limit: count })
  return problem(least ? 'above' : 'below', { limit: count })
}
