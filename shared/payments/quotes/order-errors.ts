import type { ErrorCode } from '../../kernel/errors.ts'

export const orderErrors = [
  'resource_not_found',
  'link_inactive',
  'unsupported_currency',
  'unsupported_chain',
  'unsupported_asset',
  'price_unavailable',
] as const satisfies readonly ErrorCode[]
