import { onTestFinished, vi } from 'vitest'

/** The environment in which a deployment asks this CloudFormation, until the test ends. */
export function deployAt(url: string): void {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', url)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  onTestFinished(() => void vi.unstubAllEnvs())
}
