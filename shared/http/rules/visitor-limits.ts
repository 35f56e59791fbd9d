/** How often visitors, who have no key, may do something. `docs/limits.md` is drawn from it. */
export const visitorLimits = {
  /** For one client. */
  perMinute: {
    reports: 30,
    refundLinks: 30,
    passkeys: 60,
    invitations: 30,
    claims: 20,
  },
  /** Opened within as many seconds as the longest one lasts. */
  streams: { perClient: 10, perSession: 5, windowSeconds: 30 },
} as const
