import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildService } from '../../infra/aws/service.ts'
import { readSettings } from '../../infra/aws/settings.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'
import { tableSchema } from '../../shared/kernel/store/schema.ts'
import { ownSettings, ownTemplates, propertiesOf, resourcesOf, type Template } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await ownTemplates()
})

describe('the stacks', () => {
  it('keep the names under which they are deployed', () => {
    expect([...templates.keys()].sort()).toEqual([
      'quittance-api',
      'quittance-callbacks',
      'quittance-checkout',
      'quittance-dashboard',
      'quittance-foundation',
      'quittance-operator',
      'quittance-operator-payments',
      'quittance-pages',
      'quittance-workers',
    ])
  })

  it('refer to each other weakly, so that each can be replaced', () => {
    for (const { Outputs } of templates.values()) {
      expect(Object.values(Outputs).filter((output) => 'Export' in output)).toEqual([])
    }
    expect(JSON.stringify([...templates.values()])).not.toContain('Fn::ImportValue')
  })
})

describe('data that must not be lost', () => {
  it('is in stacks that nobody deletes by mistake', () => {
    const tables = { functions, bundleOf: () => join(repositoryRoot, 'infra/machines') }
    const settings = readSettings(
      (name) => Object.entries(ownSettings).find(([key]) => key === name)?.[1],
    )
    const stacks = buildService(new App(), tables, settings)
    const guarded = stacks.filter(({ terminationProtection }) => terminationProtection)
    // CloudFront never gives the same domain again.
    expect(guarded.map(({ stackName }) => stackName)).toEqual([
      'quittance-foundation',
      'quittance-pages',
    ])
  })

  it('is kept when its stack is deleted or replaced', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::KMS::Key']) {
      expect(resourcesOf(templates, type)).toMatchObject([
        { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' },
      ])
    }
  })

  it('can be restored, and is not deleted by accident', () => {
    expect(propertiesOf(templates, 'AWS::DynamoDB::Table')).toMatchObject([
      {
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        TimeToLiveSpecification: { AttributeName: tableSchema.ttlAttribute, Enabled: true },
      },
    ])
    expect(propertiesOf(templates, 'AWS::KMS::Key')).toMatchObject([
      { EnableKeyRotation: true, RotationPeriodInDays: 2560 },
    ])
  })

  it('is stored under the keys that the store uses', () => {
    const key = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ]
    expect(propertiesOf(templates, 'AWS::DynamoDB::Table')).toMatchObject([
      {
        KeySchema: key(tableSchema.partitionKey, tableSchema.sortKey),
        GlobalSecondaryIndexes: Object.entries(tableSchema.indexes).map(([IndexName, index]) => ({
          IndexName,
          KeySchema: key(index.partitionKey, index.sortKey),
          Projection:
            'include' in index
              ? { ProjectionType: 'INCLUDE', NonKeyAttributes: index.include }
              : { ProjectionType: 'ALL' },
        })),
      },
    ])
  })
})
