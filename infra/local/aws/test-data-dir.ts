import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Options of the tests' AWS SDK clients. */
export const testCaller = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
} as const

/** Creates an empty folder that is removed after the test. */
export async function testDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quittance-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}
