import { isDeepStrictEqual } from 'node:util'
import {
  DescribeKeyCommand,
  GetKeyPolicyCommand,
  type KeyMetadata,
  KMSClient,
  ListGrantsCommand,
  PutKeyPolicyCommand,
} from '@aws-sdk/client-kms'
import { App, Stack } from 'aws-cdk-lib'
import * as z from 'zod'
import type { FunctionRow } from '../function-row.ts'
import { OperateError } from '../operate/operate-error.ts'
import { keyPolicy } from './constructs/key-policy.ts'
import { namesOf } from './constructs/names.ts'

type Adopted = {
  keyArn: string
  prefix: string
  functions: Readonly<Record<string, FunctionRow>>
}

/**
 * Gives an existing key the policy that the stack's own would have, so that the functions of this deployment can open
 * what it sealed, and nobody else, unless it has that policy already. CloudFormation sets policies only of keys that it created. Throws an `OperateError`
 * if the key can't be used, or has grants, which work beside its policy.
 */
export async function adoptKey(adopted: Adopted, kms = new KMSClient()): Promise<void> {
  const { keyArn } = adopted
  const [, partition = '', , region = '', account = ''] = keyArn.split(':')
  const home = await kms.config.region()
  if (region !== home) {
    throw new OperateError(
      `The key of keyArn is in ${region}, but you deploy to ${home}. Encrypted items can only be opened in the key's Region.`,
    )
  }
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId: keyArn }))
  const problem = problemOf(KeyMetadata)
  if (problem) throw new OperateError(`The key of keyArn ${problem}.`)
  const { Grants = [] } = await kms.send(new ListGrantsCommand({ KeyId: keyArn }))
  if (Grants.length > 0) {
    const ids = Grants.map(({ GrantId }) => GrantId).join(', ')
    throw new OperateError(
      `The key of keyArn has grants, which work beside its policy. Revoke them first (aws kms revoke-grant): ${ids}.`,
    )
  }
  const Policy = policyOf(adopted, { partition, account, region })
  const policy = { KeyId: keyArn, PolicyName: 'default' }
  const present = await kms.send(new GetKeyPolicyCommand(policy))
  // Every change notifies the owner as one that may give others access to the wallet.
  if (isDeepStrictEqual(JSON.parse(present.Policy ?? '{}'), JSON.parse(Policy))) return
  await kms.send(new PutKeyPolicyCommand({ ...policy, Policy }))
}

function problemOf(key: Partial<KeyMetadata> = {}): string | undefined {
  if (key.KeyState !== 'Enabled') return `is not enabled: its state is ${key.KeyState}`
  if (key.KeyManager !== 'CUSTOMER') return 'belongs to an AWS service'
  if (key.KeySpec !== 'SYMMETRIC_DEFAULT') return `is not symmetric: it is ${key.KeySpec}`
  return undefined
}

type Place = { partition: string; account: string; region: string }

/** The policy as CloudFormation would write it for the stack's own key. */
function policyOf({ prefix, functions }: Adopted, place: Place): string {
  const stack = new Stack(new App())
  const template: unknown = stack.resolve(keyPolicy(functions, namesOf(prefix)))
  return JSON.stringify(filledIn(template, place))
}

const joined = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) })
const reference = z.object({
  Ref: z.enum(['AWS::Partition', 'AWS::AccountId', 'AWS::Region']),
})
const object = z.record(z.string(), z.unknown())

function filledIn(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((each) => filledIn(each, place))
  const join = joined.safeParse(value).data
  if (join) {
    const [separator, parts] = join['Fn::Join']
    return parts.map((part) => filledIn(part, place)).join(separator)
  }
  const ref = reference.safeParse(value).data
  if (ref) return placed(ref.Ref, place)
  const fields = object.safeParse(value).data
  if (!fields) return value
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [name, filledIn(each, place)]),
  )
}

function placed(name: z.output<typeof reference>['Ref'], place: Place): string {
  const values = {
    'AWS::Partition': place.partition,
    'AWS::AccountId': place.account,
    'AWS::Region': place.region,
  }
  return values[name]
}
