import { apiKeyPrefix } from '../../shared/records/api-keys/rules/api-key.ts'
import type { MerchantPipelineDeps } from '../services/merchant-services.ts'

/** Starts reading along with the key what is kept for seconds only, and that the request needs next. */
export function readingAhead<Services extends Pick<MerchantPipelineDeps, 'findKey'>>(
  services: Services,
  read: () => Promise<unknown>,
): Services {
  return {
    ...services,
    findKey: (text: string) => {
      // Who needs it gets the error.
      if (apiKeyPrefix(text) !== undefined) read().catch(() => undefined)
      return services.findKey(text)
    },
  }
}
