import { CloudFormationClient, paginateListStacks } from '@aws-sdk/client-cloudformation'
import { DescribeKeyCommand, KMSClient, NotFoundException } from '@aws-sdk/client-kms'
import type { Settings } from '../settings.ts'
import type { PlacedStack } from '../stack-names.ts'
import { existingData, type KeptData } from './kept-data.ts'
import { usedData, withoutUsed } from './used-data.ts'

/**
 * Returns the data that a foundation left when it was deleted: that of the last deleted stack of its name of which a
 * table or the key exists. CloudFormation remembers deleted stacks for 90 days. Undefined if nothing is left, or
 * another deployment uses it.
 */
export async function leftData(
  { name, region }: PlacedStack,
  settings: Pick<Settings, 'tableName' | 'keyArn'>,
): Promise<KeptData | undefined> {
  const client = new CloudFormationClient({ region })
  const ids = await deletedStacks(client, name)
  if (ids.length === 0) return undefined
  const used = await usedData(region)
  for (const id of ids) {
    const data = withoutUsed(await existingData({ name: id, region }, settings), used)
    if (!data) continue
    const { ownKeyId } = data
    const isOwnKeyLeft = ownKeyId !== undefined && (await isEnabled(ownKeyId, region))
    if (data.tables.length > 0 || isOwnKeyLeft) {
      return { ...data, ownKeyId: isOwnKeyLeft ? ownKeyId : undefined }
    }
  }
  return undefined
}

/** The ids of the deleted stacks of a name, the last deleted first. */
async function deletedStacks(client: CloudFormationClient, name: string): Promise<string[]> {
  const input = { StackStatusFilter: ['DELETE_COMPLETE' as const] }
  const pages = await Array.fromAsync(paginateListStacks({ client }, input))
  return pages
    .flatMap(({ StackSummaries = [] }) => StackSummaries)
    .filter(({ StackName }) => StackName === name)
    .toSorted((a, b) => Number(b.DeletionTime) - Number(a.DeletionTime))
    .flatMap(({ StackId }) => StackId ?? [])
}

/** False also if its deletion is pending. */
async function isEnabled(KeyId: string, region: string): Promise<boolean> {
  try {
    const { KeyMetadata } = await new KMSClient({ region }).send(new DescribeKeyCommand({ KeyId }))
    return KeyMetadata?.KeyState !== 'PendingDeletion'
  } catch (error) {
    if (error instanceof NotFoundException) return false
    throw error
  }
}
