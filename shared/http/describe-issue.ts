import * as z from 'zod'
import { didYouMean } from '../kernel/nearest.ts'

type Issue = z.core.$ZodRawIssue

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

/** What a value must be, to follow its name: "must be a string"; of an unknown name, which one was probably meant, if any. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nouns[issue.expected] ?? issue.expected}${exampleOf(issue)}`
    case 'unrecognized_keys':
      return didYouMean((issue.keys[0] ?? '').slice(0, longestName), namesIn(issue))
    case 'too_small':
      return size(issue, 'least', issue.minimum)
    case 'too_big':
      return size(issue, 'most', issue.maximum)
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0]?.message ?? 'is not valid'
    default:
      return 'is not valid'
  }
}

/** Callers choose the names that they send. */
const longestName = 100

function namesIn({ inst }: Issue): string[] {
  return inst instanceof z.ZodObject ? Object.keys(inst._zod.def.shape) : []
}

function exampleOf({ inst }: Issue): string {
  const examples = inst instanceof z.ZodType && z.globalRegistry.get(inst)?.['examples']
  return Array.isArray(examples) ? `, such as ${JSON.stringify(examples[0])}` : ''
}

type Sized = { origin: string; inclusive?: boolean }

const counted: Readonly<Record<string, string>> = { string: 'characters', array: 'items' }

function size(
  { origin, inclusive = true }: Sized,
  bound: 'least' | 'most',
  limit: number | bigint,
): string {
  const unit = counted[origin]
  if (unit) return `must have at ${bound} ${limit} ${limit === 1 ? unit.slice(0, -1) : unit}`
  if (inclusive) return `must be at ${bound} ${limit}`
  return `must be ${bound === 'least' ? 'above' : 'below'} ${limit}`
}
