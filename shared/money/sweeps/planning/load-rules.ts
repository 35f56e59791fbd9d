import type { Chain } from '../../../chain/chain.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { loadStoredSettings } from '../../../records/settings/store/settings.ts'
import { ruleFor, type SweepRule } from '../rules/sweep-rule.ts'

/** When each asset of a chain is worth sweeping, by the settings of its mode. */
export async function loadRules(
  table: Table,
  chain: Chain,
): Promise<(symbol: string) => SweepRule> {
  const settings = await loadStoredSettings(table, chain.mode)
  return (symbol) => ruleFor(chain, symbol, settings)
}
