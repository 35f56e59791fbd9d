import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { UnreadableRow } from '../../../kernel/store/unreadable-rows.ts'
import { isGasLow } from './gas-levels.ts'
import { sweepKeys } from './keys.ts'
import { requestsIn, type SweepRequests } from './sweep-requests.ts'
import { type SweepTurn, turnIn } from './sweep-turns.ts'

export type SweepAgenda = {
  requests: SweepRequests
  turnOf: (chainId: number) => SweepTurn
  /** Whether an operator's order is being carried out on a chain, or its gas wallet is watched until it is filled. */
  isUnsettled: (chainId: number) => boolean
  /** Requests that this version can't read. */
  unreadable: readonly UnreadableRow[]
}

const row = z.looseObject({ sk: z.string() })
type Row = z.output<typeof row>

/** The agenda of all chains of a mode, in two queries. Eventually consistent. */
export async function loadAgenda(table: Table, mode: Mode): Promise<SweepAgenda> {
  const read = ({ pk }: { pk: string }) => queryAll(table, { partition: pk, stale: true }, row)
  const [requested, done] = await Promise.all([
    read(sweepKeys.sweepRequest(mode)),
    read(sweepKeys.sweepTurn(mode, 0)),
  ])
  const named = ({ sk }: { sk: string }) => done.find((each) => each.sk === sk)
  const ordered = requested.filter(isOrder).filter((order) => !isCarriedOut(order, named(order)))
  const inOrder = new Set(ordered.map(({ sk }) => Number(sk.split('#')[1])))
  const unreadable: UnreadableRow[] = []
  return {
    unreadable,
    requests: requestsIn(mode, requested, (row) => void unreadable.push(row)),
    turnOf: (chainId) => turnIn(named(sweepKeys.sweepTurn(mode, chainId))),
    isUnsettled: (chainId) =>
      inOrder.has(chainId) || isGasLow(named(sweepKeys.gasCheck(mode, chainId))),
  }
}

/** An order about a chain and its progress have the same name. */
function isOrder({ sk }: Row): boolean {
  return sk.startsWith('unlisted#')
}

const order = z.object({ requestedAt: moment })
const progress = order.extend({ endedAt: moment.nullable() })

/** False for an unreadable row, so that its chain is planned, and the error names the row. */
function isCarriedOut(ordered: Row, done: Row | undefined): boolean {
  const { data: wanted } = order.safeParse(ordered)
  const { data: made } = progress.safeParse(done)
  if (!(wanted && made)) return false
  return made.endedAt !== null && made.requestedAt.getTime() === wanted.requestedAt.getTime()
}
