import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Where and as whom the tests' AWS SDK clients call. */
export const testCaller = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
} as const

/** An empty folder that goes away with the test. */
export async function testDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quittance-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}
