import type { Table } from '../../../kernel/store/table.ts'
import { loadStoredSettings } from '../../../records/settings/store/settings.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'

/** Whom a passkey is for: it works on this domain only, and its signature covers the page's origin. */
export type RelyingParty = { origin: string; domain: string }

/** Throws `state_changed` before the instance has a base URL. */
export async function relyingParty(table: Table): Promise<RelyingParty> {
  const { baseUrl } = await loadStoredSettings(table, 'live')
  if (baseUrl !== undefined) return relyingPartyOf(baseUrl)
  throw refuseOperator('no_base_url')
}

export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { origin, hostname } = new URL(baseUrl)
  return { origin, domain: hostname }
}
