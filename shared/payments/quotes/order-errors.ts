import type { ErrorCode } from '../../kernel/errors.ts'

/** The errors of pricing an order. */
export const orderErrors = [
  'resource_not_found',
  'link_inactive',
  'unsupported_currency',
  'unsupported_chain',
  'unsupported_asset',
  'price_unavailable',
] as const satisfies readonly ErrorCode[]
