import type { ConnectedProvider } from '../../shared/payments/networks/connect-provider.ts'
import { textTable } from './text-table.ts'

export function connectLines({ saved, left }: ConnectedProvider): string {
  const rows = saved.map(({ chainId, name, operators }) => [
    ...[String(chainId), name],
    operators.join(' and '),
  ])
  const table = rows.length > 0 ? [textTable(['CHAIN', 'NAME', 'NODES OF'], rows)] : []
  const reasons = left.map(({ chainId, name, reason }) => `${name} (${chainId}): ${reason}`)
  const problems = reasons.length > 0 ? [`Left as they are:\n${reasons.join('\n')}`] : []
  return [...table, ...problems].join('\n\n')
}
