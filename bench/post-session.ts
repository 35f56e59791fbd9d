import type { Figure } from './bench.ts'
import { runWorker } from './run-worker.ts'

/** Compares opening a session through its function with the same bare DynamoDB calls, alternating in one run. */
export function postSession(): Promise<Figure[]> {
  return runWorker('./post-session.worker.ts')
}
