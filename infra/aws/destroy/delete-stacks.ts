import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStackResourcesCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { OperateError } from '../../operate/operate-error.ts'
import { describeStack } from '../describe-stack.ts'
import type { PlacedStack } from '../stack-names.ts'

export type FoundStack = PlacedStack & { id: string }

export type Pause = (milliseconds: number) => Promise<unknown>

export const pollMs = 5_000

const stackType = 'AWS::CloudFormation::Stack'

export async function existingStacks(stacks: readonly PlacedStack[]): Promise<FoundStack[]> {
  const found = await Promise.all(
    stacks.map(async (stack) => {
      const described = await describeStack(stack.region, stack.name)
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
  const command = new DescribeStackResourcesCommand({ StackName: name })
  const { StackResources = [] } = await new CloudFormationClient({ region }).send(command)
  return StackResources.find(({ ResourceType }) => ResourceType === type)?.PhysicalResourceId
}

/** Resolves once the stack is gone. Throws an `OperateError` with the reason if AWS could not delete it. */
export async function deleteStack(stack: FoundStack, pause: Pause): Promise<void> {
  const { region, id } = stack
  const cloudFormation = new CloudFormationClient({ region })
  const unprotected = { StackName: id, EnableTerminationProtection: false }
  await cloudFormation.send(new UpdateTerminationProtectionCommand(unprotected))
  await cloudFormation.send(new DeleteStackCommand({ StackName: id }))
  for (;;) {
    // By its id: a deleted stack has no name any more.
    const described = await describeStack(region, id)
    if (!described || described.status === 'DELETE_COMPLETE') return
    if (described.status === 'DELETE_FAILED') throw await failure(stack)
    await pause(pollMs)
  }
}

async function failure({ name, id, region }: FoundStack): Promise<OperateError> {
  const command = new DescribeStackEventsCommand({ StackName: id })
  const { StackEvents = [] } = await new CloudFormationClient({ region }).send(command)
  const failed = StackEvents.filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_FAILED')
  // The newest event is the stack's own, which only says which resources failed.
  const cause = failed.find(({ ResourceType }) => ResourceType !== stackType)
  const reason = (cause ?? failed[0])?.ResourceStatusReason ?? 'AWS gives no reason'
  return new OperateError(
    `${name} could not be deleted: ${reason}. Fix this, then run npm run destroy again: it continues there.`,
  )
}
