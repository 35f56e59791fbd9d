import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { Figure } from './bench.ts'
import { startLocalServices } from './local-services.ts'

const figures = z.array(
  z.object({ what: z.string(), value: z.string(), aim: z.string().exactOptional() }),
)

/**
 * Runs a program in a thread with the functions' environment, as on one machine, with the services in another thread.
 * The program posts its figures.
 */
export async function runWorker(file: string): Promise<Figure[]> {
  const services = await startLocalServices()
  const worker = new Worker(new URL(file, import.meta.url), {
    env: services.environment,
    // Keeps log lines out of the figures.
    stdout: true,
  })
  try {
    const [message] = await once(worker, 'message')
    return figures.parse(message)
  } finally {
    await worker.terminate()
    await services.stop()
  }
}
