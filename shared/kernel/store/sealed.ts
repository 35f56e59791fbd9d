import * as z from 'zod'
import { innerMap } from './codecs.ts'

/** A sealed text as stored in an item; see `shared/kernel/sealed.ts`. */
export const sealed = z.lazy(() =>
  innerMap({
    wrappedKey: z.base64(),
    iv: z.base64(),
    ciphertext: z.base64(),
    tag: z.base64(),
  }),
)
