import type { Figure } from './bench.ts'
import { runWorker } from './run-worker.ts'

/** Round trips to DynamoDB of each endpoint, those made at the same time counted once, and the capacity they consume. */
export function roundTripsOfEndpoints(): Promise<Figure[]> {
  return runWorker('./round-trips.worker.ts')
}
