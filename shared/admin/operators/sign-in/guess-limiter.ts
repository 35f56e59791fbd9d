import { clientNetwork } from '../../../http/rules/client-network.ts'
import { ServiceError } from '../../../kernel/errors.ts'
import { type AuditDeps, auditWrite } from '../../../kernel/operation/audit.ts'
import { commit } from '../../../kernel/operation/commit.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { freeGuesses, pausedUntil, withGuess } from '../rules/guess-limit.ts'
import { operatorEmail } from '../rules/operator.ts'
import { guessesChange, guessesRemoval, guessTakenBack, loadGuesses } from '../store/guesses.ts'

type Deps = AuditDeps & { table: Table }

/** A guess that is being checked. It counts as wrong unless one of these is called. */
export type Guess = {
  /** Right, but not yet a proof of who it is: neither counts nor excuses earlier guesses. */
  takeBack: () => Promise<void>
  /** The proof: earlier guesses at the account are forgotten. */
  succeed: () => Promise<void>
}

type Subject = {
  name: string
  free: number
  /** The audit entry of a pause. */
  entry?: (failures: number) => Write
}

type Attempt = {
  email: string
  address: string
  /** Undefined if nobody has the email. */
  operatorId: string | undefined
}

/**
 * Counts a guess before it is checked, so that no number of requests at once gets more than its share. Throws
 * `rate_limit_exceeded` while the account or the network is paused, in the same way whether or not the account exists.
 */
export async function beginGuess(
  deps: Deps,
  { email, address, operatorId }: Attempt,
): Promise<Guess> {
  const target = operatorEmail(email)
  const entry = (failures: number) => pauseEntry(deps, { target, address, failures })
  const account: Subject = {
    name: `account ${target}`,
    free: freeGuesses.account,
    // Only of people who exist, so that nobody fills the log by made-up emails.
    ...(operatorId !== undefined && { entry }),
  }
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

/** At most one for each pause, which last longer and longer. */
function pauseEntry(
  deps: Deps,
  { target, address, failures }: { target: string; address: string; failures: number },
): Write {
  return auditWrite(deps, {
    mode: 'live',
    action: 'account.sign-in-paused',
    target,
    note: '',
    details: {},
    actor: { kind: 'visitor', address: address.replace(/:\d+$/, '') },
    outcome: String(failures),
  })
}

function count({ table, now }: Deps, { name, free, entry }: Subject): Promise<void> {
  return commit(table, async () => {
    const known = await loadGuesses(table, name)
    const until = known && pausedUntil(known, free, now())
    if (until) throw paused(until, now())
    const counted = withGuess(known, free, now())
    const entries = entry && counted.failures >= free ? [entry(counted.failures)] : []
    return { result: undefined, writes: [guessesChange(name, counted, known), ...entries] }
  })
}

/** Not repeated if somebody else guesses at the same time: that one guess then stays counted. */
async function takeBack({ table }: Deps, { name }: Pick<Subject, 'name'>): Promise<void> {
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
