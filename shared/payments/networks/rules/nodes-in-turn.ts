import type { NetworkNode } from './network.ts'

/**
 * The nodes in the order in which they are asked what any of them can tell: those with a weight take turns at being
 * first, as often as their weights say; those without one follow.
 */
export function nodesInTurn<Of extends Pick<NetworkNode, 'weight'>>(
  nodes: readonly Of[],
  random: () => number,
): Of[] {
  const weighed = nodes.filter(({ weight }) => weight > 0)
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  let rest = random() * total
  const first = weighed.find(({ weight }) => {
    rest -= weight
    return rest < 0
  })
  if (!first) return [...nodes]
  const others = weighed.filter((node) => node !== first)
  return [first, ...others, ...nodes.filter(({ weight }) => weight <= 0)]
}
