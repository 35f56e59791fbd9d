import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { connectProvider } from '../../shared/payments/networks/connect-provider.ts'
import { listNetworks, type ShownNetworks } from '../../shared/payments/networks/list-networks.ts'
import { seedNetworks } from '../../shared/payments/networks/seed-networks.ts'
import { type ProbedChains, testNetworks } from '../../shared/payments/networks/test-networks.ts'
import { type Command, commandOf } from './command.ts'
import { connectLines } from './connect-lines.ts'
import { readArgs } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { probeLines } from './probe-lines.ts'
import { textTable } from './text-table.ts'

export const networkCommands: readonly Command[] = [
  commandOf(listNetworks, { text: networkTable }),
  commandOf(connectProvider, { text: connectLines }),
  commandOf(testNetworks, { text: nodeTable }),
  commandOf(seedNetworks, { usage: '--file rpc-urls.json', read: readSeed }),
]

function networkTable({ networks }: ShownNetworks): string {
  if (networks.length === 0) {
    return 'No chain is enabled. Enable one: npm run operate -- networks add --chain 84532 --url -'
  }
  const rows = networks.flatMap(({ nodes, ...network }) =>
    nodes.map((node, index) => [
      ...(index === 0 ? chainCells(network) : ['', '', '', '']),
      ...[node.id, node.url, node.standing, node.operator, node.source, String(node.weight)],
      ...[node.logRange ?? '-', node.archiveSeconds ?? '-'].map(String),
    ]),
  )
  const columns = ['MODE', 'CHAIN', 'STATE', 'ASSETS', 'NODE', 'URL', 'STANDING', 'OPERATOR']
  const table = textTable([...columns, 'SOURCE', 'WEIGHT', 'LOG BLOCKS', 'ARCHIVE SECONDS'], rows)
  return [table, ...networks.flatMap(problemLines)].join('\n')
}

function problemLines({ chainId, name, nodes }: ShownNetworks['networks'][number]): string[] {
  const probed = nodes.map(({ url, problems }) => ({ host: url, mismatches: problems }))
  return probeLines({ chains: [{ chainId, name, nodes: probed }] })
}

function chainCells(network: Omit<ShownNetworks['networks'][number], 'nodes'>): string[] {
  const { mode, chainId, name, assets } = network
  return [mode, `${chainId} ${name}`, stateOf(network), assets.join(' ')]
}

type State = Pick<ShownNetworks['networks'][number], 'status' | 'retiringSince' | 'trusted'>

function stateOf({ status, retiringSince, trusted }: State): string {
  if (retiringSince) return `${status} since ${retiringSince}`
  return trusted ? `${status}, by ${trusted.operator} alone until ${trusted.until}` : status
}

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

const urlsByChain = z.record(z.coerce.number().int(), z.array(z.string()))

/** URLs hold keys, and other users can see command lines. */
async function readSeed(args: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = readArgs(args, { file: { type: 'string' } })
  if (values.file === undefined) throw usageError('networks seed needs --file.')
  const urls = urlsByChain.parse(JSON.parse(await readFile(values.file, 'utf8')))
  const networks = Object.entries(urls).map(([id, of]) => ({ chainId: Number(id), urls: of }))
  return { networks }
}
