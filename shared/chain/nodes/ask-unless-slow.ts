import { type AskChain, askWithin, ChainTooSlow, type Patience } from './ask-chain.ts'

type CircuitBreaker = {
  patience: Patience
  /** How long a chain that timed out is not called again. */
  cooldownMs: number
  /** Whether exceeding the total time starts the cooldown as well; by default only silence does. */
  alsoWhenSlow?: boolean
  now: () => Date
}

/**
 * Like `askWithin`, with a circuit breaker: after a timeout, the chain fails immediately for a while, so that a hanging
 * chain delays the rest of a batch only once. Each call of this function returns an independent breaker.
 */
export function askUnlessSlow({
  patience,
  cooldownMs,
  alsoWhenSlow = false,
  now,
}: CircuitBreaker): {
  ask: AskChain
  /** Whether the chain timed out a moment ago. */
  isCoolingDown: (chainId: number) => boolean
} {
  const coolsDownUntil = new Map<number, number>()
  const within = askWithin(patience)
  const isCoolingDown = (chainId: number) => (coolsDownUntil.get(chainId) ?? 0) > now().getTime()
  const ask: AskChain = async (client, work) => {
    const { chainId } = client.chain
    if (isCoolingDown(chainId)) {
      throw new ChainTooSlow(chainId, 'it timed out a moment ago', { silent: true })
    }
    try {
      return await within(client, work)
    } catch (error) {
      if (error instanceof ChainTooSlow && (error.silent || alsoWhenSlow)) {
        coolsDownUntil.set(chainId, now().getTime() + cooldownMs)
      }
      throw error
    }
  }
  return { ask, isCoolingDown }
}
