import * as z from 'zod'

/** An account whose extended public key alone an instance gets, as its owner reads it in their wallet. */
export const givenAccount = z.strictObject({
  /** Begins with `xpub`. Whoever has it sees every payment, but can't move any. */
  extendedPublicKey: z.string().max(300),
  /** Such as m/44'/60'/7': an account that is used for nothing else. */
  path: z.string().max(60),
  /** Its first two addresses, to be compared. */
  addresses: z.tuple([z.string().max(60), z.string().max(60)]),
})

export type GivenAccount = z.infer<typeof givenAccount>
