import type { ProbedChain, ProbedChains } from '../../shared/payments/networks/test-networks.ts'

const wrongRow =
  'If other nodes say the same, the registry is wrong: disable the chain until it is corrected'

const advice: Partial<Record<string, string>> = {
  'newest block': 'It is behind, so payments are detected late: configure another node',
  'final blocks': 'No action is needed; payments take longer to confirm',
  'log range': 'Logs take more requests: change the plan, or configure another node',
  'log range of a day ago': 'Logs take more requests: change the plan, or configure another node',
  'age of states':
    'Older payments are counted, but not always with their transaction: change the plan, or configure another node',
  traces: 'No action is needed; payments by contracts take more requests',
  'old states':
    'Payments are counted, but not always with their transaction: configure a node that keeps them',
}

/** Returns a line for each mismatch, with its remedy. */
export function probeLines({ chains }: ProbedChains): string[] {
  return chains.flatMap(({ chainId, name, nodes }) => {
    const remedies: typeof advice = { ...advice, node: adviceOnNode(nodes) }
    return nodes.flatMap(({ host, mismatches }) =>
      mismatches.map(
        ({ subject, expected, found }) =>
          `${name} (${chainId}) at ${host}: ${subject} should be ${expected}; found ${withoutStop(found)}. ${remedies[subject] ?? wrongRow}.`,
      ),
    )
  })
}

/** With several nodes, two of them have to return the same amounts before a payment is confirmed. */
function adviceOnNode(nodes: ProbedChain['nodes']): string {
  const usable = nodes.filter(({ mismatches }) => mismatches.every((m) => m.subject !== 'node'))
  const remedy = 'correct its URL or configure another node'
  if (usable.length > 1) return `Its responses are not used: ${remedy}`
  if (usable.length === 0) return `No payment on this chain is detected: ${remedy}`
  return `No payment on this chain is confirmed until a second node responds: ${remedy}, or remove this one`
}

/** Some of the nodes' texts end with a stop. */
function withoutStop(text: string): string {
  return text.replace(/\.+$/, '')
}
