import { OperateError } from '../../operate/operate-error.ts'
import { cloudFormation, elementsOf } from './cloudformation.ts'
import type { PlacedStack } from './stack-names.ts'

export type FoundStack = PlacedStack & { id: string }

export type Pause = (milliseconds: number) => Promise<unknown>

export const pollMs = 5_000

/** Those that exist, in the same order. */
export async function existingStacks(stacks: readonly PlacedStack[]): Promise<FoundStack[]> {
  const found = await Promise.all(
    stacks.map(async (stack) => {
      const described = await describe(stack.region, stack.name)
      return described ? [{ ...stack, id: described.id }] : []
    }),
  )
  return found.flat()
}

/** The physical id of a stack's only resource of a type, such as `AWS::DynamoDB::Table`. */
export async function resourceOf(
  { region, name }: PlacedStack,
  type: string,
): Promise<string | undefined> {
  const xml = await cloudFormation(region, 'DescribeStackResources', { StackName: name })
  const found = elementsOf(xml, 'member').find(
    (member) => elementsOf(member, 'ResourceType')[0] === type,
  )
  return elementsOf(found ?? '', 'PhysicalResourceId')[0]
}

/** Resolves once the stack is gone. Throws an `OperateError` with the reason if AWS could not delete it. */
export async function deleteStack(stack: FoundStack, pause: Pause): Promise<void> {
  const { region, id } = stack
  await cloudFormation(region, 'DeleteStack', { StackName: id })
  for (;;) {
    // By its id: a deleted stack has no name any more.
    const described = await describe(region, id)
    if (!described || described.status === 'DELETE_COMPLETE') return
    if (described.status === 'DELETE_FAILED') throw await failure(stack)
    await pause(pollMs)
  }
}

async function failure({ name, id, region }: FoundStack): Promise<OperateError> {
  const xml = await cloudFormation(region, 'DescribeStackEvents', { StackName: id })
  const failed = elementsOf(xml, 'member').find(
    (member) => elementsOf(member, 'ResourceStatus')[0] === 'DELETE_FAILED',
  )
  const [reason = 'AWS gives no reason'] = elementsOf(failed ?? '', 'ResourceStatusReason')
  return new OperateError(
    `${name} could not be deleted: ${reason}. Fix this, then run npm run destroy again: it continues there.`,
  )
}

async function describe(region: string, name: string) {
  try {
    const xml = await cloudFormation(region, 'DescribeStacks', { StackName: name })
    const [id] = elementsOf(xml, 'StackId')
    return id === undefined ? undefined : { id, status: elementsOf(xml, 'StackStatus')[0] }
  } catch (error) {
    const isMissing = error instanceof Error && error.message.includes('does not exist')
    if (isMissing) return undefined
    throw error
  }
}
