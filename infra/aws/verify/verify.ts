import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { release } from '../../build/release.ts'
import { removeBuilt } from '../../build/remove-built.ts'
import { availableConcurrency } from '../account-limits.ts'
import { readContext } from '../read-context.ts'
import { readSettings } from '../settings.ts'
import { compareStacks } from './compare-stacks.ts'
import type { Comparison } from './comparison.ts'
import { readDeployed } from './deployed-stack.ts'
import { synthesize } from './synthesize.ts'
import { unplannedStacks } from './unplanned-stacks.ts'
import { withBuiltCode } from './with-built-code.ts'

export type Verification = { text: string; isSame: boolean }

/**
 * Builds this commit with the settings of the context, and compares it with what runs on AWS. The arguments are those of
 * `npm run deploy`.
 */
export async function verify(args: readonly string[]): Promise<Verification> {
  const context = await readContext(args)
  const settings = readSettings((name) => context[name])
  const { prefix } = settings
  const region = await new LambdaClient().config.region()
  const concurrentExecutions =
    context['concurrentExecutions'] ?? (await availableConcurrency(new LambdaClient(), prefix))
  const { signedCode, ...rest } = context
  const unsigned = { ...rest, concurrentExecutions: String(concurrentExecutions) }
  const folder = await mkdtemp(join(tmpdir(), 'verify-'))
  try {
    await removeBuilt()
    // Signed code is that of this commit, with a signature beside it.
    const built = await synthesize(join(folder, 'built'), region, unsigned)
    const planned = signedCode
      ? await synthesize(join(folder, 'planned'), region, { ...unsigned, signedCode })
      : built
    const deployed = await readDeployed(withBuiltCode(planned.stacks, built.stacks), region)
    const comparisons = await compareStacks(deployed, built.assetFiles)
    const others = await unplannedStacks(deployed, prefix)
    return described([...comparisons, ...others], `${prefix} in ${region}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function described(comparisons: readonly Comparison[], deployment: string): Verification {
  const width = Math.max(...comparisons.map(({ kind }) => kind.length))
  const differing = comparisons.filter(({ differences }) => differences?.length !== 0)
  const lines = differing.map(
    ({ kind, name, differences }) =>
      `${kind.padEnd(width)}  ${name}: ${differences?.join(', ') ?? 'is not there'}`,
  )
  const counted = [...Map.groupBy(comparisons, ({ kind }) => kind)].map(
    ([kind, of]) => `${kind}: ${of.length}`,
  )
  const text = [
    ...lines,
    `Compared ${deployment} with ${release()}, built here. ${counted.join(', ')}.`,
    differing.length === 0 ? 'All are the same.' : `${differing.length} differ.`,
    notCompared,
  ]
  return { text: text.join('\n'), isSame: differing.length === 0 }
}

const notCompared =
  "Not compared: what somebody changed past CloudFormation but code, roles, keys and pages, such as API Gateway's and CloudFront's configuration, who may invoke a function, alarms and rules (npx cdk drift shows what CloudFormation knows of these); whose signatures a code signing config accepts; a key of keyArn; page files that this commit doesn't build, such as those of earlier builds, which stay in the bucket; the type with which S3 gives a file, and what CloudFront still has of an earlier one; what is in no stack."
