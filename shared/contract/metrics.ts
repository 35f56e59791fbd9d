/**
 * What the service measures: the functions write these, the alarms read them. At most ten, since each name is billed
 * for each value of the dimension that it is told apart `by`.
 */
export const metrics = {
  SessionOpened: { unit: 'Count', by: 'mode' },
  /** Paid in full, in time or late. */
  SessionPaid: { unit: 'Count', by: 'mode' },
  SessionExpired: { unit: 'Count', by: 'mode' },
  /** From the block that holds the first money until we saw it. */
  NoticedSeconds: { unit: 'Seconds', by: 'mode' },
  /** From when we first saw money until the session was paid. */
  ConfirmedSeconds: { unit: 'Seconds', by: 'mode' },
  /** For each delivery of an event to an endpoint, when it ends: 1 where it arrived, 0 where it was given up. */
  DeliveryArrived: { unit: 'Count', by: 'mode' },
  /** Money that no session counts, or that left the chain after its session had ended: for a person to settle. */
  MoneyAstray: { unit: 'Count', by: 'mode' },
  PriceUnavailable: { unit: 'Count', by: 'mode' },
  /** For each round of the reconciler over a chain: 1 where money could be judged, else 0. The value is the chain's id. */
  ChainReached: { unit: 'Count', by: 'chain' },
  /** How long the reconciler takes to look at every open address. */
  ReconcileSeconds: { unit: 'Seconds', by: null },
} as const satisfies Record<string, { unit: 'Count' | 'Seconds'; by: 'mode' | 'chain' | null }>

export type MetricName = keyof typeof metrics
