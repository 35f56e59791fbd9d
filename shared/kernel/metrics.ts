/**
 * What the service measures: the functions write these, the alarms read them. Few, since each name is billed
 * for each value of the dimension that it is told apart `by`.
 */
export const metrics = {
  SessionOpened: { unit: 'Count', by: 'mode' },
  SessionExpired: { unit: 'Count', by: 'mode' },
  /** From the block that holds the first money until we saw it. */
  NoticedSeconds: { unit: 'Seconds', by: 'mode' },
  /** From when we first saw money until the session was paid; its sample count is how many were paid. */
  ConfirmedSeconds: { unit: 'Seconds', by: 'mode' },
  /** For each delivery of an event to an endpoint, when it ends: 1 where it arrived, 0 where it was given up. */
  DeliveryArrived: { unit: 'Count', by: 'mode' },
  /** Money that no session counts, or that left the chain after its session had ended: for a person to settle. */
  UnmatchedFunds: { unit: 'Count', by: 'mode' },
  PriceUnavailable: { unit: 'Count', by: 'mode' },
  /** For each round of the reconciler over a chain: 1 where money could be judged, else 0. The value is the chain's id. */
  ChainReached: { unit: 'Count', by: 'chain' },
  /** How long the reconciler takes to check every open address of live mode. */
  ReconcileSeconds: { unit: 'Seconds', by: null },
  /** By how much the scans of closed addresses of live mode are later than they may be. */
  ClosedOverdueSeconds: { unit: 'Seconds', by: null },
} as const satisfies Record<string, { unit: 'Count' | 'Seconds'; by: 'mode' | 'chain' | null }>

export type MetricName = keyof typeof metrics
