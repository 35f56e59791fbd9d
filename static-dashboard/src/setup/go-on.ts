import { navigate } from '../router.ts'
import { loadVisit } from '../service/visit.ts'
import type { Step } from './steps.ts'

/** Continues with the next step, when the service knows of the one before. */
export async function goOn(next: Step): Promise<void> {
  await loadVisit()
  navigate(`/setup?step=${next}`)
}
