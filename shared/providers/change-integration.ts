import type * as z from 'zod'
import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import { type AuditDeps, auditWrite } from '../operators/audit.ts'
import type { OperatorRequestOf } from '../operators/operator-request.ts'
import { type Integration, inEffect } from './rules/integration.ts'
import type { ProviderName } from './rules/provider-name.ts'
import { findIntegration, integrationWrite } from './store/integrations.ts'
import { ofIntegration, presentIntegration, shownIntegration } from './wire/integration.ts'

const touches = { table: 'write', administers: ['integrations', 'audit-log'] } as const

export const enableIntegration = operatorOperation({
  name: 'enable-integration',
  role: 'owner',
  proof: 'always',
  command: 'integrations enable',
  input: ofIntegration,
  output: shownIntegration,
  touches,
  docs: { summary: 'Offer a hosted payment provider on the checkout page of links in US dollars' },
})

export const disableIntegration = operatorOperation({
  name: 'disable-integration',
  role: 'owner',
  proof: 'always',
  command: 'integrations disable',
  input: ofIntegration,
  output: shownIntegration,
  touches,
  docs: { summary: 'Offer a hosted payment provider no longer; its open orders still count' },
})

export const cancelIntegrationChange = operatorOperation({
  name: 'cancel-integration-change',
  role: 'owner',
  proof: 'always',
  command: 'integrations cancel',
  input: ofIntegration,
  output: shownIntegration,
  touches,
  docs: { summary: 'Cancel a replacement of a provider’s account that is not in effect yet' },
})

type Services = AuditDeps & { table: Table }
type Request = OperatorRequestOf<typeof enableIntegration>
type Shown = z.infer<typeof shownIntegration>

/** Throws `resource_not_found` for a provider without credentials. */
export function runEnableIntegration(
  services: Services,
  request: Request,
): Promise<Decision<Shown>> {
  return change(services, request, true)
}

/** Throws `resource_not_found` for a provider without credentials. */
export function runDisableIntegration(
  services: Services,
  request: Request,
): Promise<Decision<Shown>> {
  return change(services, request, false)
}

/** Throws `resource_not_found`, and `state_changed` if no replacement is pending. */
export async function runCancelIntegrationChange(
  services: Services,
  { input: { mode, provider }, findActor }: Request,
): Promise<Decision<Shown>> {
  const now = services.now()
  const stored = await required(services.table, mode, provider)
  const before = inEffect(stored, now)
  if (!before.next) {
    const message = `No replacement of ${provider} is pending. "integrations list" shows what is in use.`
    throw new ServiceError('state_changed', message)
  }
  const after = { ...before, next: null, version: stored.version + 1 }
  const entry = auditWrite(services, {
    ...{ mode, actor: await findActor(), action: 'integration.cancel', target: provider, note: '' },
    outcome: `${before.next.fingerprint} → ${before.fingerprint}`,
    details: { effectiveAt: before.next.from.toISOString() },
  })
  return {
    result: presentIntegration(after, now),
    writes: [integrationWrite(after, stored.version), entry],
  }
}

async function required(table: Table, mode: Mode, provider: ProviderName): Promise<Integration> {
  const found = await findIntegration(table, mode, provider)
  if (found) return found
  const message = `${provider} has no credentials in ${mode} mode. Store them with "integrations set".`
  throw new ServiceError('resource_not_found', message)
}

async function change(
  services: Services,
  { input: { mode, provider }, findActor }: Request,
  isEnabled: boolean,
): Promise<Decision<Shown>> {
  const before = await required(services.table, mode, provider)
  const after = { ...before, isEnabled, version: before.version + 1 }
  const result = presentIntegration(after, services.now())
  if (before.isEnabled === isEnabled) return { result }
  const action = isEnabled ? 'integration.enable' : 'integration.disable'
  const entry = auditWrite(services, {
    ...{ mode, actor: await findActor(), action, target: provider, note: '' },
    outcome: isEnabled ? 'disabled → enabled' : 'enabled → disabled',
    details: {},
  })
  return { result, writes: [integrationWrite(after, before.version), entry] }
}
