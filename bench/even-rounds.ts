import { setTimeout } from 'node:timers/promises'

/** Longer than any program here takes between a response and the next call that depends on it. */
const quietMs = 25

type Round = { number: number; unanswered: number; over: PromiseWithResolvers<void> }

/**
 * Makes all calls equally long: a response is held back until all calls made at the same time have theirs. So the
 * number of a call's round (from 1) counts the sequential calls before it, independent of timing.
 */
export function evenRounds() {
  let current = nextRound(0)

  async function endIfQuiet(round: Round): Promise<void> {
    await setTimeout(quietMs)
    if (round !== current || round.unanswered > 0) return
    current = nextRound(round.number)
    round.over.resolve()
  }

  return {
    async call<Result>(make: () => Promise<Result>): Promise<{ response: Result; round: number }> {
      const round = current
      round.unanswered++
      try {
        const response = await make()
        return { response, round: round.number }
      } finally {
        round.unanswered--
        void endIfQuiet(round)
        await round.over.promise
      }
    },
  }
}

function nextRound(previous: number): Round {
  return { number: previous + 1, unanswered: 0, over: Promise.withResolvers() }
}
