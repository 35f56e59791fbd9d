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

/** What an API key may do; the endpoint table names the one each operation needs. */
export type Scope = (typeof scopes)[number]
