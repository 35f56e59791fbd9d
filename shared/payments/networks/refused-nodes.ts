import type { Chain } from '../../chain/chain.ts'
import type { ServiceError } from '../../kernel/errors.ts'
import { refuseNetwork } from './rules/network-refusals.ts'
import type { Trial } from './try-nodes.ts'

/** The error for nodes that can't be used, with a reason for each host. */
export function refusedNodes({ chainId, name }: Chain, trials: readonly Trial[]): ServiceError {
  const reasons = trials.filter(({ isUsable }) => !isUsable).map(reasonOf)
  return refuseNetwork('nodes_not_usable', { name, chainId, said: reasons.join('; ') })
}

/** `node.example: node should be chain 1; found chain 8453`. */
export function reasonOf({ node: { host, problems } }: Pick<Trial, 'node'>): string {
  const said = problems.map((m) => `${m.subject} should be ${m.expected}; found ${m.found}`)
  return `${host}: ${said.join(', ')}`
}
