import { type ProbedChains, probeChains } from '../../shared/networks/probe-chains.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const chainCommands: readonly Command[] = [commandOf(probeChains, { text: nodeTable })]

function nodeTable({ chains }: ProbedChains): string {
  if (chains.length === 0) return 'No such chain is enabled.'
  const rows = chains.flatMap(({ chainId, name, nodes }) =>
    nodes.flatMap(({ host, mismatches }) => {
      const node = [String(chainId), name, host]
      if (mismatches.length === 0) return [[...node, 'all as expected', '', '']]
      return mismatches.map((m) => [...node, m.subject, m.expected, m.found])
    }),
  )
  return textTable(['CHAIN', 'NAME', 'NODE', 'WHAT', 'EXPECTED', 'FOUND'], rows)
}
