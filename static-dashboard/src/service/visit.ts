import { call, type Result } from './call.ts'
import { noteVisit, startAfresh, type Visit, visit } from './visit-state.ts'

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
  if (!visit.peek()) window.setTimeout(() => void loadVisit(), retryMs)
  return result
}

/** Signs out and loads the page afresh. If the service refused, the operator is still signed in. */
export async function signOut(): Promise<Result<unknown>> {
  const result = await call('sign-out', {})
  if (result.kind === 'ok') startAfresh()
  return result
}

/** Of whoever was signed in last. */
let lastOperatorId: string | undefined

function isSomebodyElse({ operator }: Visit): boolean {
  const last = lastOperatorId
  lastOperatorId = operator?.id ?? last
  return operator !== null && last !== undefined && operator.id !== last
}
