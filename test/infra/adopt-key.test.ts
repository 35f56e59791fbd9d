import {
  DescribeKeyCommand,
  GetKeyPolicyCommand,
  type KeyMetadata,
  KMSClient,
  ListGrantsCommand,
  PutKeyPolicyCommand,
} from '@aws-sdk/client-kms'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it } from 'vitest'
import { adoptKey } from '../../infra/aws/adopt-key.ts'
import { functions } from '../../infra/functions.ts'
import { ownTemplates, resourcesOf, restoredSettings, templatesWith } from './synthesis.ts'

const { keyArn } = restoredSettings
const usable = {
  KeyId: '9f1b',
  KeyState: 'Enabled',
  KeyManager: 'CUSTOMER',
  KeySpec: 'SYMMETRIC_DEFAULT',
} as const

const foreign = '{"Version":"2012-10-17","Statement":[]}'

async function adopt(
  metadata: Partial<KeyMetadata> = {},
  grants: string[] = [],
  { home = 'eu-central-1', policy = foreign } = {},
) {
  const client = new KMSClient({ region: home })
  const kms = mockClient(client)
  kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { ...usable, ...metadata } })
  kms.on(ListGrantsCommand).resolves({ Grants: grants.map((GrantId) => ({ GrantId })) })
  kms.on(GetKeyPolicyCommand, { KeyId: keyArn, PolicyName: 'default' }).resolves({ Policy: policy })
  kms.on(PutKeyPolicyCommand).resolves({})
  await adoptKey({ keyArn, prefix: 'quittance', functions }, client)
  return kms.commandCalls(PutKeyPolicyCommand).map(({ args }) => args[0].input)
}

function filledIn(policy: unknown): unknown {
  const text = JSON.stringify(policy)
    .replaceAll('{"Ref":"AWS::Partition"}', '"aws"')
    .replaceAll('{"Ref":"AWS::AccountId"}', '"111122223333"')
    .replaceAll('{"Ref":"AWS::Region"}', '"eu-central-1"')
  return JSON.parse(text, (_, value) => value?.['Fn::Join']?.[1].join('') ?? value)
}

it('gives the key the policy of the stack’s own', async () => {
  const [put, ...more] = await adopt()
  expect(more).toEqual([])
  expect(put).toMatchObject({ KeyId: keyArn, PolicyName: 'default' })
  const resources = (await ownTemplates()).get('quittance-foundation')?.Resources ?? {}
  const own = Object.values(resources).find(({ Type }) => Type === 'AWS::KMS::Key')
  expect(own?.Properties['KeyPolicy']).toBeDefined()
  expect(JSON.parse(put?.Policy ?? '')).toEqual(filledIn(own?.Properties['KeyPolicy']))
})

it('changes nothing of a key that has that policy, since every change notifies the owner', async () => {
  const [put] = await adopt()
  const kept = JSON.stringify(JSON.parse(put?.Policy ?? ''), null, 2)
  expect(await adopt({}, [], { policy: kept })).toEqual([])
  const without = { ...JSON.parse(kept), Statement: JSON.parse(kept).Statement.slice(1) }
  expect(await adopt({}, [], { policy: JSON.stringify(without) })).toEqual([put])
})

it.each([
  [{ KeyState: 'PendingDeletion' } as const, /not enabled: its state is PendingDeletion/],
  [{ KeyManager: 'AWS' } as const, /belongs to an AWS service/],
  [{ KeySpec: 'RSA_2048' } as const, /not symmetric: it is RSA_2048/],
])('refuses a key with %j', async (metadata, message) => {
  await expect(adopt(metadata)).rejects.toThrow(message)
})

it('refuses a key of another Region, and one with grants, which work beside its policy', async () => {
  await expect(adopt({}, [], { home: 'us-east-1' })).rejects.toThrow(
    'in eu-central-1, but you deploy to us-east-1',
  )
  await expect(adopt({}, ['g-1', 'g-2'])).rejects.toThrow('g-1, g-2')
})

it('is used by every function, and watched, as is the throttling of its table', async () => {
  const templates = await templatesWith('restored')
  const text = JSON.stringify([...templates])
  const roles = [...templates.values()].flatMap(({ Resources }) =>
    Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function'),
  )
  expect(roles.length).toBeGreaterThan(100)
  expect(text).not.toMatch(/"KMS_KEY_ID":\{/)
  expect(text).toContain(`"KMS_KEY_ID":"${keyArn}"`)
  const watch = JSON.stringify(templates.get('quittance-foundation')?.Resources)
  expect(watch).toContain(`"resources":{"ARN":["${keyArn}"]}`)
  const alarms = resourcesOf(templates, 'AWS::CloudWatch::Alarm')
  const throttled = alarms.find(({ properties }) => properties['Namespace'] === 'AWS/DynamoDB')
  expect(throttled?.properties).toMatchObject({
    Dimensions: expect.arrayContaining([{ Name: 'TableName', Value: 'restored' }]),
  })
})
