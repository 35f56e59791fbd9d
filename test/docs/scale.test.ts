import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { workers } from '../../infra/functions.ts'
import { mostParts } from '../../shared/payments/ledger/rules/reconciler-parts.ts'

/** AWS's documentation: with so much memory, a function has one whole processor. */
const wholeProcessorMb = 1769
const runSeconds = 30
const openSeconds = 20 * 60

it('says how many open sessions the reconciler reads with the memory that it has', async () => {
  const guide = await readFile(join(repositoryRoot, 'docs/scale.md'), 'utf8')
  const text = guide.replaceAll(/\s+/g, ' ')
  const said = (pattern: RegExp) => Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))
  const share = workers.reconcile.memoryMb / wholeProcessorMb
  expect(said(/(\d+) MB are [\d.]+ of a processor/)).toBe(workers.reconcile.memoryMb)
  expect(said(/MB are ([\d.]+) of a processor/)).toBeCloseTo(share, 2)
  const perSecond = share * said(/([\d,]+) a second with a whole processor/)
  const perRun = perSecond * runSeconds
  const abandoned = perRun / openSeconds
  const figures = [
    [said(/of a processor, so ([\d,]+) a second/), perSecond],
    [said(/([\d,]+) in the 30 seconds of a run/), perRun],
    [said(/that is ([\d,]+) a second; a paid one/), abandoned],
    [said(/reads in 30 s: ([\d,]+), all abandoned/), abandoned],
    [said(/five runs of the reconciler: ([\d,]+), all/), mostParts * abandoned],
  ] as const
  for (const [figure, expected] of figures) expect(figure / expected).toBeCloseTo(1, 1)
})
