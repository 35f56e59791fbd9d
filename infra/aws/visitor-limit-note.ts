import { namesOf } from './constructs/names.ts'
import { describeStack } from './describe-stack.ts'
import { globalRegion, hasGlobalRegion } from './global-region.ts'
import type { Place } from './read-references.ts'

/** Lines about the cost of a limit that isn't set any more: the CDK deletes no stack by itself. */
export async function visitorLimitNotes(
  { prefix, region }: Place,
  limit: number | undefined,
): Promise<string[]> {
  if (limit !== undefined || !hasGlobalRegion(region)) return []
  const name = namesOf(prefix).visitorLimitStack(region)
  // The deployment has succeeded whether or not the caller may read this.
  const found = await describeStack(globalRegion, name).catch((error: unknown) => `${error}`)
  if (found === undefined) return []
  if (typeof found === 'string')
    return [`Whether ${name} still costs something isn't known: ${found}`]
  return [
    `${name} is no longer used, and its web ACL costs 6 USD a month until you delete it: aws cloudformation delete-stack --region ${globalRegion} --stack-name ${name}`,
  ]
}
