import * as z from 'zod'
import { type Mode, modes } from '../mode.ts'

/** Input that names one resource of either mode; `what` describes it, such as `the id of a session`. */
export function byId(what: string) {
  return z.strictObject({ id: z.string().describe(what) })
}

/** A mode; both by default. */
export const eitherMode = z.enum(modes).optional()

export function modesOf(mode: Mode | undefined): readonly Mode[] {
  return mode ? [mode] : modes
}

export const listLimit = z.int().min(1).max(100).default(25)
