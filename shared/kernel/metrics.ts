/**
 * Metrics of the service: the functions write these, the alarms read them. Few, since each name is billed per value of
 * its dimension `by`.
 */
export const metrics = {
  SessionOpened: { unit: 'Count', by: 'mode' },
  SessionExpired: { unit: 'Count', by: 'mode' },
  /** From the block with the first payment until the service saw it. */
  NoticedSeconds: { unit: 'Seconds', by: 'mode' },
  /** From the first sight of money until the session was paid; its sample count is the number of paid sessions. */
  ConfirmedSeconds: { unit: 'Seconds', by: 'mode' },
  /** For each webhook delivery when it ends: 1 if it arrived, otherwise 0. */
  DeliveryArrived: { unit: 'Count', by: 'mode' },
  /** Money that no session counts, or that left the chain after its session had ended: a person has to resolve it. */
  UnmatchedFunds: { unit: 'Count', by: 'mode' },
  PriceUnavailable: { unit: 'Count', by: 'mode' },
  /**
   * For each round of the reconciler in live mode in which there is one: the number of chains with open sessions on which
   * payments could not be decided, of listed coins whose contracts return no balance, and of enabled chains whose nodes are
   * no longer what they were when they were verified. The log names the chains.
   */
  ChainsUnreached: { unit: 'Count', by: null },
  /**
   * Failures that no caller notices: side notes of live mode (`side-note.ts`), and guessed codes (`tell-wrong-codes`).
   * AWS also counts into it, from the logs: invocations that nobody waits for that threw, crashed or timed out, and
   * failed executions. Each of these counts as the alarm's threshold, so that one is enough.
   */
  FailedInvocations: { unit: 'Count', by: null },
  /** By how much work of live mode in the background exceeds its time limit; nothing if none does. The log names the work. */
  OverdueSeconds: { unit: 'Seconds', by: null },
} as const satisfies Record<string, { unit: 'Count' | 'Seconds'; by: 'mode' | null }>

export type MetricName = keyof typeof metrics

export const failedInvocations = 'FailedInvocations' satisfies MetricName
/** Within 15 minutes. */
export const failuresOfAlarm = 3
