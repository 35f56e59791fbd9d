import type { Config } from '../../kernel/operation/config.ts'
import type { ProcessServices } from '../../kernel/operation/process-services.ts'
import { networks } from '../../payments/networks/enabled-chains.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'

export function pricingLinks(config: Config, given: ProcessServices) {
  return { ...readingSettings(config, given), currencies: networks(given.table).currencies }
}
