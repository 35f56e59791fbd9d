import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { fieldErrors } from '../../kernel/wire/field-problem.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { listNetworkOffers } from '../../payments/networks/store/networks.ts'
import { mostKept } from './keep-findings.ts'
import { presentFinding, shownFinding } from './present-finding.ts'
import type { Acknowledgment } from './rules/acknowledgment.ts'
import { bookSentences, refuseBook } from './rules/book-refusals.ts'
import { type Finding, findingId } from './rules/difference.ts'
import {
  acknowledgmentRemoval,
  acknowledgmentWrite,
  loadAcknowledgments,
} from './store/book-acknowledgments.ts'
import { loadFindings } from './store/book-findings.ts'

export const acknowledgeDifference = operatorOperation({
  name: 'acknowledge-difference',
  role: 'owner',
  // Whoever stole money would hide it.
  proof: 'always',
  command: 'acknowledge-difference',
  group: 'books',
  input: byId('what differs, as `books` shows it')
    .extend({
      note: z
        .string()
        .trim()
        .max(1000)
        .default('')
        .describe('why nothing is wrong, for the audit log'),
      withdraw: z.boolean().default(false).describe('to be notified of it again'),
    })
    .refine(({ note, withdraw }) => withdraw || note !== '', {
      error: fieldErrors(bookSentences)('no_note'),
      path: ['note'],
    }),
  output: shownFinding,
  touches: { table: 'write', administers: ['book-acknowledgments', 'audit-log'] },
  docs: {
    summary:
      'Stop reporting how the books of one address differ, until anything of the difference changes',
  },
  /** Throws `resource_not_found` if that doesn't differ, or differs in another way now. */
  async run({ table, now }, { input: { id, note, withdraw } }) {
    const { mode, finding, acknowledgment: before } = await findDifference(table, id)
    const after = withdraw ? undefined : { findingId: id, note, acknowledgedAt: now() }
    if (before?.note === after?.note)
      return { result: presentFinding(finding, before), changes: [] }
    const of = { mode, target: finding.sessionId }
    const difference = { difference: id }
    return {
      changes: [
        after
          ? { ...of, action: 'books.acknowledge', note, after: difference }
          : { ...of, action: 'books.report-again', before: difference },
      ],
      writes: [after ? acknowledgmentWrite(mode, after) : acknowledgmentRemoval(mode, id)],
      result: presentFinding(finding, after),
    }
  },
})

type Found = { mode: Mode; finding: Finding; acknowledgment: Acknowledgment | undefined }

async function findDifference(table: Table, id: string): Promise<Found> {
  for (const mode of modes) {
    const finding = await findFinding(table, mode, id)
    if (!finding) continue
    const acknowledged = await loadAcknowledgments(table, mode)
    return { mode, finding, acknowledgment: acknowledged.find((one) => one.findingId === id) }
  }
  throw refuseBook('no_such_difference', { id })
}

/** Chain by chain, since each may have a thousand. */
async function findFinding(table: Table, mode: Mode, id: string): Promise<Finding | undefined> {
  for (const { chainId } of await listNetworkOffers(table, mode)) {
    const findings = await loadFindings(table, { mode, chainId, limit: mostKept })
    const found = findings.find((one) => one.reportedAt !== null && findingId(one) === id)
    if (found) return found
  }
  return undefined
}
