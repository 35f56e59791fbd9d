import { call } from './call.ts'
import { isTransient } from './is-transient.ts'
import type { Result } from './result.ts'
import {
  isSigningIn,
  noteVisit,
  startAfresh,
  type Visit,
  visit,
  visitFailure,
} from './visit-state.ts'

const retryMs = 3_000

/** Loads who is signed in. Tries again until the service is reached. */
export async function loadVisit(): Promise<Result<Visit>> {
  const result = await call('show-dashboard', {})
  if (result.kind === 'ok') {
    if (isSomebodyElse(result.output)) {
      startAfresh()
      return result
    }
    noteVisit(result.output)
    return result
  }
  visitFailure.value = result
  if (!visit.peek() && isTransient(result)) againLater()
  return result
}

/** At most one is due, however often the operator tries again. */
function againLater(): void {
  window.clearTimeout(retry)
  retry = window.setTimeout(() => void loadVisit(), retryMs)
}

let retry: number | undefined

/** Leads to the sign-in page, whether or not the service knows the sign-in that may be what fails. */
export async function signInAgain(): Promise<void> {
  await call('sign-out', {})
  window.clearTimeout(retry)
  visitFailure.value = null
  isSigningIn.value = true
}

/** Signs out and loads the page afresh. If the service refused, the operator is still signed in. */
export async function signOut(): Promise<Result<unknown>> {
  const result = await call('sign-out', {})
  if (result.kind === 'ok') startAfresh()
  return result
}

/** The operator who was signed in last. */
let lastOperatorId: string | undefined

function isSomebodyElse({ operator }: Visit): boolean {
  const last = lastOperatorId
  lastOperatorId = operator?.id ?? last
  return operator !== null && last !== undefined && operator.id !== last
}
