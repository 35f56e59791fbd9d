export const scopes = [
  'links:read',
  'links:write',
  'sessions:read',
  'sessions:write',
  'refunds:read',
  'refunds:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'customers:read',
  'customers:write',
] as const

/** The endpoint table names the scope that each operation needs. */
export type Scope = (typeof scopes)[number]
