import { refusing } from '../../../kernel/refusals.ts'

export const bookRefusals = {
  no_such_difference: {
    code: 'resource_not_found',
    text: 'Nothing differs as {id} says. It may differ in another way now. To see what does: npm run operate -- books.',
  },
} as const

export const bookSentences = { no_note: 'must say why nothing is wrong' } as const

export const refuseBook = refusing(bookRefusals)
