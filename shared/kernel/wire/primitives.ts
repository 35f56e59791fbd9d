import * as z from 'zod'
import type { ErrorCode } from '../errors.ts'

/** Parameters of a refinement whose failure has a specific error code. */
export function failsWith(code: ErrorCode): { params: { code: ErrorCode } } {
  return { params: { code } }
}

export const timestamp = z.lazy(() => z.iso.datetime({ precision: 3 }))

/** Ids are opaque to callers: an unknown one is not found, rather than invalid. */
export const id = z.lazy(() => z.string().min(1).max(255))

export const chainId = z.lazy(() => z.int().positive())

export const assetSymbol = z.lazy(() => z.string().min(1).max(20))

/** 1 to 255 printable ASCII characters. */
export const idempotencyKey = z.lazy(() => z.string().regex(/^[\x20-\x7e]{1,255}$/))
