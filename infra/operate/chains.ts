import * as z from 'zod'
import { type Command, readArgs } from './command.ts'
import { usageError } from './operate-error.ts'
import { askForProbe } from './probe-lines.ts'
import { textTable } from './text-table.ts'

/** `chains probe`: what the chains' nodes say that the registry does not. */
export const chains: Command = async (call, args) => {
  const [action, ...rest] = args
  if (action !== 'probe') throw usageError('chains takes probe.')
  const { values } = readArgs(rest, { chain: { type: 'string' } })
  const chainId = readChainId(values.chain)
  const data = await askForProbe(call, { chainId })
  if (data.chains.length === 0) return { data, text: 'No such chain is enabled.' }
  const rows = data.chains.flatMap(({ chainId: id, name, nodes }) =>
    nodes.flatMap(({ host, mismatches }) => {
      const where = [String(id), name, host]
      if (mismatches.length === 0) return [[...where, 'all as expected', '', '']]
      return mismatches.map((m) => [...where, m.subject, m.expected, m.found])
    }),
  )
  return { data, text: textTable(['CHAIN', 'NAME', 'NODE', 'WHAT', 'EXPECTED', 'FOUND'], rows) }
}

function readChainId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const chainId = z.coerce.number().int().positive().safeParse(text)
  if (chainId.success) return chainId.data
  throw usageError('--chain must be the id of a chain, such as 8453.')
}
