import { call, type Result } from './call.ts'
import { isExpired, type Visit, visit } from './visit-state.ts'

const retryMs = 3_000

/** Loads who is signed in. Tries again until the service is reached. */
export async function loadVisit(): Promise<Result<Visit>> {
  const result = await call('show-dashboard', {})
  if (result.kind === 'ok') {
    visit.value = result.output
    if (result.output.operator) isExpired.value = false
    return result
  }
  if (!visit.peek()) window.setTimeout(() => void loadVisit(), retryMs)
  return result
}

export async function signOut(): Promise<void> {
  await call('sign-out', {})
  await loadVisit()
}
