import { BaseError, TimeoutError } from 'viem'
import type { Word, WordCall } from './word-call.ts'

/** The words of some calls in one request. Throws if the request as a whole fails. */
export type Ask = (calls: readonly WordCall[]) => Promise<Word[]>

/** Maximum requests to find out which calls of one contract fail. */
const requestsPerContract = 24

/**
 * The words of all calls, in one request if none fails. A contract that burns all gas, or returns too much data, makes
 * the whole request fail, so each contract is then called separately. Throws if a request without any calls fails too:
 * then the contracts are not the cause.
 */
export async function askEach(ask: Ask, calls: readonly WordCall[]): Promise<Word[]> {
  const words = await ask(calls).catch(async (error: unknown) => {
    const isReached = await ask([]).then(
      () => true,
      () => false,
    )
    if (!isReached) throw error
    return calls.map(() => undefined)
  })
  if (words.every(isWord)) return words
  const byContract = Map.groupBy(calls.entries(), ([, { target }]) => target.toLowerCase())
  const found = await Promise.all(
    [...byContract.values()].map(async (group) => {
      const own = await askContract(
        ask,
        group.map(([, call]) => call),
      )
      return group.map(([index], at) => [index, own[at]] as const)
    }),
  )
  const byIndex = new Map(found.flat())
  return calls.map((_, index) => byIndex.get(index))
}

/** If the first and the last call of a contract fail, all of them count as failed. */
async function askContract(ask: Ask, calls: readonly WordCall[]): Promise<Word[]> {
  const budget = { requests: requestsPerContract }
  const words = await askWithin(ask, calls, budget)
  if (words.every(isWord) || calls.length === 1) return words
  const ends = [calls.slice(0, 1), calls.slice(-1)].map((end) => askWithin(ask, end, budget))
  const isDead = !words.some(isWord) && !(await Promise.all(ends)).flat().some(isWord)
  return isDead ? words : askHalves(ask, calls, budget)
}

type Budget = { requests: number }

async function askHalves(ask: Ask, calls: readonly WordCall[], budget: Budget): Promise<Word[]> {
  const middle = Math.ceil(calls.length / 2)
  const words: Word[] = []
  for (const half of [calls.slice(0, middle), calls.slice(middle)]) {
    const own = await askWithin(ask, half, budget)
    const isDone = half.length === 1 || own.every(isWord)
    words.push(...(isDone ? own : await askHalves(ask, half, budget)))
  }
  return words
}

/** A request that times out is not retried in smaller parts. */
async function askWithin(ask: Ask, calls: readonly WordCall[], budget: Budget): Promise<Word[]> {
  const none = calls.map(() => undefined)
  if (budget.requests <= 0) return none
  budget.requests -= 1
  return ask(calls).catch((error: unknown) => {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof TimeoutError)) {
      budget.requests = 0
    }
    return none
  })
}

function isWord(word: Word): boolean {
  return word !== undefined
}
