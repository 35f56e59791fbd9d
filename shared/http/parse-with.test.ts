import { expect, it } from 'vitest'
import * as z from 'zod'
import { ServiceError } from '../kernel/errors.ts'
import { fieldErrors, fieldProblems } from '../kernel/wire/field-problem.ts'
import { parseWith } from './parse-with.ts'

const sentences = {
  no_color: 'must be a color such as #0b5d4e',
  dark: 'must be dark. Choose another.',
  is_taken: 'is already {name}',
} as const
const fieldError = fieldErrors(sentences)

const schema = z
  .strictObject({
    text: z.string().max(3),
    letters: z.string().min(1),
    count: z.int().min(2).lt(5),
    way: z.enum(['up', 'down']),
    list: z.array(z.string().min(2)).min(2),
    color: z
      .string()
      .regex(/^#/, { error: fieldError('no_color'), abort: true })
      .refine((color) => color !== '#fff', { error: fieldError('dark') }),
    either: z.union([z.literal(1), z.literal(2)], { error: fieldError('no_color') }),
    pairs: z.record(
      z.string().max(2, { error: fieldError('is_taken', { name: 'Ada' }) }),
      z.boolean().meta({ examples: [true] }),
    ),
    plain: z.string().refine((text) => text === '', { error: 'must be empty' }),
    own: z.string().superRefine((text, context) => {
      const problem = fieldProblems(sentences)('is_taken', { name: text })
      context.addIssue({ code: 'custom', ...problem })
    }),
  })
  .partial()

/** Messages for the caller, with the name and values of the dashboard's own text. */
const problems: [given: unknown, message: string, name?: string, values?: object][] = [
  [{ text: 1 }, 'text must be a string.', 'must_be_string'],
  [{ text: 'long' }, 'text must have at most 3 characters.', 'at_most_characters', { count: 3 }],
  [{ letters: '' }, 'letters must have at least 1 character.', 'at_least_one_character'],
  [{ count: 1.5 }, 'count must be a whole number.', 'must_be_int'],
  [{ count: 1 }, 'count must be at least 2.', 'at_least', { limit: 2 }],
  [{ count: 5 }, 'count must be below 5.', 'below', { limit: 5 }],
  [{ way: 'in' }, 'way must be one of up, down.', 'one_of', { values: 'up, down' }],
  [{ list: ['up'] }, 'list must have at least 2 items.', 'at_least_items', { count: 2 }],
  [
    { list: ['up', 'x'] },
    'list.1 must have at least 2 characters.',
    'at_least_characters',
    { count: 2 },
  ],
  [{ color: 'red' }, 'color must be a color such as #0b5d4e.', 'no_color'],
  [{ color: '#fff' }, 'color must be dark. Choose another.', 'dark'],
  [{ either: 3 }, 'either must be a color such as #0b5d4e.', 'no_color'],
  [{ pairs: { ada: true } }, 'pairs.ada is already Ada.', 'is_taken', { name: 'Ada' }],
  [{ pairs: { a: 1 } }, 'pairs.a must be true or false, such as true.', 'must_be_boolean'],
  [{ own: 'Bob' }, 'own is already Bob.', 'is_taken', { name: 'Bob' }],
  [
    { colour: '' },
    'colour is not a parameter of this request. Did you mean "color"?',
    'not_a_parameter_near',
    { nearest: 'color' },
  ],
  [
    { x: '' },
    'x is not a parameter of this request. Check its spelling, or leave it out.',
    'not_a_parameter',
  ],
  [{ plain: 'full' }, 'plain must be empty.'],
  [[], 'The body must be a JSON object.'],
]

function refusalOf(given: unknown, of: z.ZodType = schema): ServiceError {
  try {
    parseWith(of, given)
  } catch (error) {
    if (error instanceof ServiceError) return error
  }
  throw new Error('the value was not refused')
}

it.each(problems)('says what is wrong with %j', (given, message, name, values) => {
  const refusal = refusalOf(given)
  const { param } = refusal
  expect(refusal.message).toBe(message)
  expect(refusal.words).toEqual(name && { name, values: { param, ...values } })
})

it('says what is missing', () => {
  const { code, message, param, words } = refusalOf({}, schema.required())
  expect([code, message, param]).toEqual(['parameter_missing', 'text is required.', 'text'])
  expect(words).toEqual({ name: 'is_required', values: { param: 'text' } })
})
