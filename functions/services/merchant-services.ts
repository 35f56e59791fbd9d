import type { IdempotencyDeps } from '../../shared/http/idempotent-reply.ts'
import type { CountRequestDeps } from '../../shared/http/steps/count-request.ts'
import type { Failure } from '../../shared/http/steps/error-responses.ts'
import type { AuditDeps } from '../../shared/kernel/operation/audit.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { report } from '../../shared/log/report.ts'
import { apiKeyAuthenticator } from '../../shared/records/api-keys/authenticate-api-key.ts'
import { apiKeyUses } from '../../shared/records/api-keys/note-api-key-use.ts'
import type { ApiKey } from '../../shared/records/api-keys/rules/api-key.ts'
import type { MerchantGiven } from '../../shared/records/settings/merchant-operation.ts'
import { settingsOf } from '../../shared/records/settings/settings-of.ts'
import { logFailure } from '../pipelines/log-failure.ts'

export type MerchantPipelineDeps = CountRequestDeps &
  IdempotencyDeps &
  AuditDeps &
  Pick<MerchantGiven, 'settings'> & {
    findKey: (text: string) => Promise<ApiKey | undefined>
    onFailure: (failure: Failure) => void
  }

export function merchantServices(config: Config): MerchantGiven & MerchantPipelineDeps {
  const given = processServices(config)
  const { table, now } = given
  const settings = settingsOf(config, table)
  const onProblem = (error: unknown) => report('use of an API key not noted', error)
  const noteUse = apiKeyUses({ table, now, onProblem })
  return {
    ...given,
    settings,
    findKey: apiKeyAuthenticator({ table, now, noteUse }),
    limitPerMinute: async (mode) => (await settings(mode)).rateLimitPerMinute,
    onFailure: logFailure,
  }
}
