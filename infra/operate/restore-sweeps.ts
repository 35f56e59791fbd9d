import { checkSessionNow } from '../../shared/admin/payments/check-session-now.ts'
import { type FoundSweeps, findLostSweeps } from '../../shared/admin/restore/find-lost-sweeps.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { CallOperator } from './call-operator.ts'
import { OperateError } from './operate-error.ts'

/** All that was found, without the places between pages. */
export type Sweeps = Omit<FoundSweeps, 'next'> & {
  /** Sessions that were swept and could not be checked since. */
  unchecked: { sessionId: string; reason: string }[]
}

export const noSweeps: Sweeps = { found: [], foreign: [], unclear: [], unread: [], unchecked: [] }

type Search = { mode: Mode; since: string; dryRun: boolean }

/** Notes the sweeps that the table lost, and checks the sessions whose money they moved. */
export async function noteLostSweeps(call: CallOperator, search: Search): Promise<Sweeps> {
  const { found, ...rest } = await allLostSweeps(call, search)
  const ids = search.dryRun ? [] : new Set(found.map(({ sessionId }) => sessionId))
  const unchecked: Sweeps['unchecked'] = []
  for (const id of ids) {
    const reason = await failureOf(call(checkSessionNow, { id }))
    if (reason !== undefined) unchecked.push({ sessionId: id, reason })
  }
  return { found, ...rest, unchecked }
}

/** Page by page, until all that may have been swept is searched. */
export async function allLostSweeps(
  call: CallOperator,
  input: Readonly<Record<string, unknown>>,
): Promise<FoundSweeps> {
  const pages: FoundSweeps[] = []
  let after: string | undefined
  do {
    const page = await call(findLostSweeps, { ...input, ...(after && { after }) })
    pages.push(page)
    after = page.next ?? undefined
  } while (after)
  return {
    found: unique(pages.flatMap(({ found }) => found)),
    foreign: unique(pages.flatMap(({ foreign }) => foreign)),
    unclear: unique(pages.flatMap(({ unclear }) => unclear)),
    unread: unique(pages.flatMap(({ unread }) => unread)),
    next: null,
  }
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

async function failureOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof OperateError) return error.message
    throw error
  }
}

export function sweepLines({ found, foreign, unclear, unread, unchecked }: Sweeps): string[] {
  return [
    ...found.map(
      ({ sessionId, amount, symbol, txHash }) =>
        `${amount} ${symbol} was swept from ${sessionId} in ${txHash}.`,
    ),
    ...foreign.map(
      ({ sessionId, address, amount, symbol, txHash }) =>
        `${address} was assigned twice: to ${sessionId}, and before to a session that is lost. ${amount} ${symbol} left it in ${txHash}, before ${sessionId} existed, so it does not count for it. Find out who paid it: that order is lost.`,
    ),
    ...unclear.map(
      ({ sessionId, address, chainId }) =>
        `Compare ${address} (${sessionId}) with the explorer of chain ${chainId}: it has sent transactions, and the node doesn't have its history.`,
    ),
    ...unread.map(
      ({ chain, chainId, reason }) => `${chain} (${chainId}) could not be read: ${reason}.`,
    ),
    ...unchecked.map(({ sessionId, reason }) => `${sessionId} could not be checked: ${reason}`),
  ]
}
