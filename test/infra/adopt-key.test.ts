import {
  DescribeKeyCommand,
  type KeyMetadata,
  KMSClient,
  ListGrantsCommand,
  PutKeyPolicyCommand,
} from '@aws-sdk/client-kms'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it } from 'vitest'
import { adoptKey } from '../../infra/aws/adopt-key.ts'
import { functions } from '../../infra/functions.ts'
import { ownSettings, ownTemplates, synthesize } from './synthesis.ts'

const keyArn = 'arn:aws:kms:eu-central-1:111122223333:key/9f1b'
const usable = {
  KeyId: '9f1b',
  KeyState: 'Enabled',
  KeyManager: 'CUSTOMER',
  KeySpec: 'SYMMETRIC_DEFAULT',
} as const

async function adopt(
  metadata: Partial<KeyMetadata> = {},
  grants: string[] = [],
  home = 'eu-central-1',
) {
  const client = new KMSClient({ region: home })
  const kms = mockClient(client)
  kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { ...usable, ...metadata } })
  kms.on(ListGrantsCommand).resolves({ Grants: grants.map((GrantId) => ({ GrantId })) })
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

it.each([
  [{ KeyState: 'PendingDeletion' } as const, /not enabled: its state is PendingDeletion/],
  [{ KeyManager: 'AWS' } as const, /belongs to an AWS service/],
  [{ KeySpec: 'RSA_2048' } as const, /not symmetric: it is RSA_2048/],
])('refuses a key with %j', async (metadata, message) => {
  await expect(adopt(metadata)).rejects.toThrow(message)
})

it('refuses a key of another Region, and one with grants, which work beside its policy', async () => {
  await expect(adopt({}, [], 'us-east-1')).rejects.toThrow(
    'in eu-central-1, but you deploy to us-east-1',
  )
  await expect(adopt({}, ['g-1', 'g-2'])).rejects.toThrow('g-1, g-2')
})

it('is used by every function, and watched', async () => {
  const settings = { ...ownSettings, tableName: 'restored', keyArn }
  const templates = await synthesize({ functions }, settings)
  const text = JSON.stringify([...templates])
  const roles = [...templates.values()].flatMap(({ Resources }) =>
    Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function'),
  )
  expect(roles.length).toBeGreaterThan(100)
  expect(text).not.toMatch(/"KMS_KEY_ID":\{/)
  expect(text).toContain(`"KMS_KEY_ID":"${keyArn}"`)
  const watch = JSON.stringify(templates.get('quittance-foundation')?.Resources)
  expect(watch).toContain(`"resources":{"ARN":["${keyArn}"]}`)
})
