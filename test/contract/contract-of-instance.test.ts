import { startInstance } from '../instance.ts'
import { keyWith } from './api-client.ts'
import { checkContract } from './check-contract.ts'

checkContract(async () => {
  const instance = await startInstance({
    env: { RATE_LIMIT_PER_MINUTE: '100000', SESSION_TTL_SECONDS: '2', BLOCK_TIME_SECONDS: '0.5' },
  })
  return {
    baseUrl: instance.baseUrl,
    apiKeys: instance.instance.apiKeys,
    newKey: (mode, scopes) => keyWith(instance, mode, scopes),
    // Sessions expire within seconds.
    makeEvent: async () => undefined,
    stop: instance.stop,
  }
})
