import { clientNetwork } from '../../http/rules/client-network.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { commit } from '../../kernel/operation/commit.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { freeGuesses, pausedUntil, withGuess } from '../rules/guess-limit.ts'
import { operatorEmail } from '../rules/operator.ts'
import { guessesChange, guessesRemoval, guessTakenBack, loadGuesses } from '../store/guesses.ts'

type Deps = { table: Table; now: () => Date }

/** A guess that is being checked. It counts as wrong unless one of these is called. */
export type Guess = {
  /** Right, but not yet a proof of who it is: neither counts nor excuses earlier guesses. */
  takeBack: () => Promise<void>
  /** The proof: earlier guesses at the account are forgotten. */
  succeed: () => Promise<void>
}

type Subject = { name: string; free: number }

/**
 * Counts a guess before it is checked, so that no number of requests at once gets more than its share. Throws
 * `rate_limit_exceeded` while the account or the network is paused, in the same way whether or not the account exists.
 */
export async function beginGuess(
  deps: Deps,
  { email, address }: { email: string; address: string },
): Promise<Guess> {
  const account = { name: `account ${operatorEmail(email)}`, free: freeGuesses.account }
  const network = { name: `address ${clientNetwork(address)}`, free: freeGuesses.address }
  // A network that is paused must not cause pauses of accounts.
  await count(deps, network)
  await count(deps, account)
  return {
    takeBack: async () => {
      await Promise.all([network, account].map((subject) => takeBack(deps, subject)))
    },
    succeed: async () => {
      await takeBack(deps, network)
      await transact(deps.table, [guessesRemoval(account.name)])
    },
  }
}

function count({ table, now }: Deps, { name, free }: Subject): Promise<void> {
  return commit(table, async () => {
    const known = await loadGuesses(table, name)
    const until = known && pausedUntil(known, free, now())
    if (until) throw paused(until, now())
    return {
      result: undefined,
      writes: [guessesChange(name, withGuess(known, free, now()), known)],
    }
  })
}

/** Not repeated if somebody else guesses at the same time: that one guess then stays counted. */
async function takeBack({ table }: Deps, { name }: Subject): Promise<void> {
  const known = await loadGuesses(table, name)
  if (known) await transact(table, [guessTakenBack(name, known)])
}

function paused(until: Date, now: Date): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new ServiceError(
    'rate_limit_exceeded',
    `Too many attempts failed. Try again in ${retryAfterSeconds} seconds, or use a passkey.`,
    { retryAfterSeconds },
  )
}
