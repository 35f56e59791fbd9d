import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as z from 'zod'
import { watchImport } from '../../shared/admin/moving/watch-import.ts'
import { modes } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { withFacts } from '../../shared/log/facts.ts'
import { log } from '../../shared/log/log.ts'
import { type Invocation, workerFunction } from './worker-function.ts'

// While data is being imported, the table lacks rows. What a worker counted would be too little for good, because an import
// replaces nothing, and what a row refers to may be missing. So until the import has ended, workers do nothing.

const ofMode = z.object({ mode: z.enum(modes).optional() })

/**
 * The next run does what this one didn't. A run of test mode that fails is logged, but doesn't fail the invocation: the
 * alarm counts failed invocations, and Lambda doesn't say of which mode.
 */
export function scheduledFunction<Result>(table: Table, run: (event: unknown) => Promise<Result>) {
  const scheduled = pausing<unknown, Result | undefined>(table, run, () => undefined)
  return async (event: unknown, invocation?: Invocation): Promise<Result | undefined> => {
    const { data: { mode } = {} } = ofMode.safeParse(event)
    try {
      return await withFacts(mode ? { mode } : {}, () => scheduled(event, invocation))
    } catch (error) {
      if (mode === 'test') return undefined
      throw error
    }
  }
}

/** The messages come back as failed ones do. */
export function queueFunction(table: Table, run: (event: SQSEvent) => Promise<SQSBatchResponse>) {
  return pausing(table, run, ({ Records }) => ({
    batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
  }))
}

/** The state machine tries again. */
export function timerFunction<Result>(table: Table, run: (event: unknown) => Promise<Result>) {
  return pausing(table, run, () => {
    throw importing
  })
}

const importing = new Error('data is being imported')

function pausing<Event, Result>(
  table: Table,
  run: (event: Event) => Promise<Result>,
  instead: (event: Event) => Result,
) {
  const isImporting = watchImport(table)
  const runUnlessImporting = async (event: Event): Promise<Result> => {
    if (!(await isImporting())) return run(event)
    log('waiting for the import of data')
    return instead(event)
  }
  return workerFunction(runUnlessImporting, { meant: (error) => error === importing })
}
