import * as z from 'zod'

/** A new password: long rather than complicated, as NIST SP 800-63B advises. */
export const newPassword = z.string().min(12).max(256)

/** A password to compare. */
export const givenPassword = z.string().min(1).max(256)

/** A code of an authenticator app, or a recovery code. */
export const givenCode = z.string().min(1).max(80)

/** The name of a person. */
export const personName = z.string().trim().min(1).max(100)
