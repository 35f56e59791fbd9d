import * as z from 'zod'
import { fieldErrors } from './field-problem.ts'

export const emailSentences = {
  no_email: 'must be an email address such as ada@example.com, without spaces',
} as const

const noEmail = { error: fieldErrors(emailSentences)('no_email') }

/** Anything of the form something@domain: only the mail server of the domain knows which addresses work. */
export const email = z.lazy(() =>
  z
    .string()
    .max(254)
    .regex(/^\S+@[^\s@]+$/, noEmail)
    .refine((text) => !/\p{Cc}/u.test(text), noEmail)
    .meta({ format: 'idn-email', examples: ['ada@example.com'] }),
)
