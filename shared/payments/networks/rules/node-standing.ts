import type { Network, NetworkNode, NodeCapabilities, NodeProblem } from './network.ts'

export type ProbeResult = {
  problems: readonly NodeProblem[]
  /** Null if the node did not respond, or is on another chain. */
  measured: NodeCapabilities | null
  isOtherChain: boolean
}

/** Problems that make a node unusable. Any other mismatch is shown, and the node is used. */
const refusing = new Set(['node', 'newest block', 'block hash', 'receipts', 'Multicall3'])

export function isUsable({ measured, problems }: ProbeResult): boolean {
  return measured !== null && !problems.some(({ subject }) => refusing.has(subject))
}

/**
 * The node after a probe. One that was verified stays so while it only fails: that may be over in a minute, and its
 * responses show it at once.
 */
export function afterProbe(node: NetworkNode, result: ProbeResult, now: Date): NetworkNode {
  const { measured, isOtherChain } = result
  const found = [...result.problems, ...lossesOf(node, result)]
  const problems = found.map((problem) => node.problems.find(isSameAs(problem)) ?? problem)
  const probed = { ...node, problems, probedAt: now }
  if (isOtherChain) return { ...probed, standing: 'other_chain' }
  if (!isUsable(result)) return probed
  return { ...probed, standing: 'verified', capabilities: node.capabilities ?? measured }
}

function isSameAs({ subject, expected, found }: NodeProblem) {
  return (other: NodeProblem) =>
    other.subject === subject && other.expected === expected && other.found === found
}

const kept = {
  logRange: ['log range', 'blocks'],
  logRangeDayBack: ['log range of a day ago', 'blocks'],
  archiveSeconds: ['age of states', 's'],
} as const satisfies Partial<Record<keyof NodeCapabilities, readonly [string, string]>>

const lossSubjects: ReadonlySet<string> = new Set([
  ...Object.values(kept).map(([subject]) => subject),
  'traces',
])

/** Capabilities that a node had when it was verified, and has lost. */
export function lossesOf(
  { capabilities: saved }: Pick<NetworkNode, 'capabilities'>,
  { measured }: Pick<ProbeResult, 'measured'>,
): NodeProblem[] {
  if (!saved || !measured) return []
  const narrower = (['logRange', 'logRangeDayBack', 'archiveSeconds'] as const).flatMap((name) => {
    const [subject, unit] = kept[name]
    if (measured[name] >= saved[name]) return []
    const expected = `${saved[name]} ${unit}, as when it was verified`
    return [{ subject, expected, found: `${measured[name]} ${unit}` }]
  })
  if (!saved.traces || measured.traces) return narrower
  return [...narrower, { subject: 'traces', expected: 'as when it was verified', found: 'none' }]
}

/** Whether nodes of enough operators still have the capabilities that were verified. */
export function hasReliableNodes({ nodes }: Pick<Network, 'nodes'>): boolean {
  const accepted = nodes.filter(({ standing }) => standing !== 'unverified')
  const reliable = accepted.filter(
    ({ standing, problems }) =>
      standing === 'verified' && !problems.some(({ subject }) => lossSubjects.has(subject)),
  )
  return operatorsOf(reliable) >= Math.min(2, Math.max(1, operatorsOf(accepted)))
}

function operatorsOf(nodes: readonly NetworkNode[]): number {
  return new Set(nodes.map(({ operator }) => operator)).size
}
