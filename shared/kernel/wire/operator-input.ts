import * as z from 'zod'
import { type IdKind, idPattern } from '../ids.ts'
import { type Mode, modes } from '../mode.ts'
import { cursor } from './cursor-list.ts'

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

/** The `nextCursor` of the page before, in a list of this kind. */
export const listCursor = (kind: IdKind) => cursor(idPattern(kind)).optional()

/** The same where both modes are sorted together by a time. */
export const timedCursor = cursor('^\\d{4}-\\d{2}-\\d{2}T[\\d:.]{12}Z#.{1,370}$').optional()
