import * as z from 'zod'

const noEmail = { error: 'must be an email address such as ada@example.com, without spaces' }

/** Anything of the form something@domain: only the mail server of the domain knows which addresses work. */
export const email = z.lazy(() =>
  z
    .string()
    .max(254)
    .regex(/^\S+@[^\s@]+$/, noEmail)
    .refine((text) => !/\p{Cc}/u.test(text), noEmail)
    .meta({ format: 'idn-email', examples: ['ada@example.com'] }),
)
