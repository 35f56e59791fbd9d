import { onTestFinished } from 'vitest'
import { testDataDir } from '../infra/local/aws/test-data-dir.ts'
import { startManagementApi } from '../infra/local/chains/notifier/management-api.ts'
import {
  openRegistry,
  type WebhookRegistry,
} from '../infra/local/chains/notifier/webhook-registry.ts'

/** An account at Alchemy Notify, with its webhooks in memory. Listens until the test ends. */
export async function alchemyAccount(
  token: string,
): Promise<{ url: string; registry: WebhookRegistry }> {
  const opened = await openRegistry(await testDataDir())
  // Files of a test's registry are read by nobody.
  const registry: WebhookRegistry = { ...opened, save: async () => {} }
  const api = await startManagementApi({ registry, token, port: 0 })
  onTestFinished(api.close)
  return { url: api.url, registry }
}
