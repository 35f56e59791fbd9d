import type { Hex } from 'viem'
import { patiently } from '../eventually.ts'
import type { RunningInstance } from '../instance.ts'

/** An account with money on a test chain. */
export type Payer = { chainId: number; rpcUrl: string; privateKey: Hex }

/** How often to check a condition, and for how long. */
export type Pace = { everyMs: number; deadlineMs: number }

/** An instance or a deployment, seen from outside. */
export type Target = {
  baseUrl: string
  apiKeys: { test: string; live: string }
  payers: readonly Payer[]
  /** How webhooks reach this machine; null if they can't, so that events are polled instead. */
  webhooks: { port: number; publicUrl?: string | undefined } | null
  pace: Pace
}

export const localPace: Pace = { everyMs: 300, ...patiently }

/** An instance on this machine. */
export function localTarget({ instance }: Pick<RunningInstance, 'instance'>): Target {
  const { baseUrl, apiKeys, chains } = instance
  return {
    baseUrl,
    apiKeys,
    payers: chains.map(({ chainId, rpcUrl, faucetPrivateKey: privateKey }) => ({
      chainId,
      rpcUrl,
      privateKey,
    })),
    webhooks: { port: 0 },
    pace: localPace,
  }
}
