import { setTimeout } from 'node:timers/promises'

/** No program here takes longer between an answer and the next call that depends on it. */
const quietMs = 25

type Round = { number: number; unanswered: number; over: PromiseWithResolvers<void> }

/**
 * Makes all calls take equally long: an answer is held back until those of all calls made at the same time have come. So
 * the number of a call's round (from 1) is that of the calls that had to be made one after the other, and no accident.
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
