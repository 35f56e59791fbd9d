import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

/** Measured costs of a row, in USD. Several if they differ by chain: the README quotes the lowest and the highest. */
type Measured = Record<'aws' | 'transfer' | 'nodes', readonly number[]>

/** Fails if the row of the README's table that begins with `row` quotes something else. */
export async function expectQuoted(row: string, { aws, transfer, nodes }: Measured): Promise<void> {
  const [quotedAws = [], quotedTransfer = [], quotedNodes = []] = await quoted(row)
  expectEnds(`${row}, AWS`, quotedAws, aws)
  expectEnds(`${row}, data transfer`, quotedTransfer, transfer)
  expectEnds(`${row}, nodes`, quotedNodes, nodes)
}

/** The numbers of a row's cells, after its name. */
async function quoted(row: string): Promise<number[][]> {
  const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8')
  const line = readme.split('\n').find((each) => each.startsWith(`| ${row}`)) ?? ''
  return line
    .split('|')
    .slice(2)
    .map((cell) => (cell.match(/\d+\.\d+/g) ?? []).map(Number))
}

function expectEnds(what: string, quotes: readonly number[], measured: readonly number[]): void {
  const pairs = [
    [Math.min(...quotes), Math.min(...measured)],
    [Math.max(...quotes), Math.max(...measured)],
  ] as const
  for (const [quote, found] of pairs) {
    const message = `${what}: README.md quotes ${quote}, measured is ${found}`
    // Half of the last digit, or what differs from run to run.
    expect(Math.abs(quote - found), message).toBeLessThan(Math.max(0.0051, 0.04 * found))
  }
}
