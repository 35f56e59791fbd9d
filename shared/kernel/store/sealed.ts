import * as z from 'zod'

/** A sealed text as stored in an item; see `shared/kernel/sealed.ts`. */
export const sealed = z.lazy(() =>
  z.object({
    wrappedKey: z.base64(),
    iv: z.base64(),
    ciphertext: z.base64(),
    tag: z.base64(),
  }),
)
