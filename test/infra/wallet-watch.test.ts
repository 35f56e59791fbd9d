import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { invariant } from '../../shared/kernel/invariant.ts'
import { ownTemplates, resourcesOf, type Template } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

const watchRule = z.object({
  Description: z.string(),
  State: z.string(),
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z.array(z.object({ Arn: z.unknown(), InputTransformer: z.unknown() })),
})

const rules = () =>
  resourcesOf(templates, 'AWS::Events::Rule').flatMap(({ logicalId, properties }) =>
    logicalId.startsWith('WalletWatch') ? [watchRule.parse(properties)] : [],
  )

/** The ARN of the key, as the patterns name it. */
const keyArn = () => {
  const changed = rules().find(({ Description }) => Description.startsWith('The key or its'))
  const { detail } = z
    .object({ detail: z.object({ resources: z.object({ ARN: z.tuple([z.unknown()]) }) }) })
    .parse(changed?.EventPattern)
  return detail.resources.ARN[0]
}

beforeAll(async () => {
  templates = await ownTemplates()
})

/** The operators of EventBridge's patterns that the rules use. */
const condition = z.union([
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ suffix: z.string() }),
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ 'anything-but': z.union([z.string(), z.array(z.string())]) }),
])

function meets(value: unknown, expected: unknown): boolean {
  const operator = condition.safeParse(expected).data
  if (!operator) return JSON.stringify(value) === JSON.stringify(expected)
  if ('exists' in operator) return operator.exists === (value !== undefined)
  if (typeof value !== 'string') return false
  if ('prefix' in operator) return value.startsWith(operator.prefix)
  if ('suffix' in operator) return value.endsWith(operator.suffix)
  return ![operator['anything-but']].flat().includes(value)
}

/** Whether an event matches a pattern; see EventBridge's guide, "Event patterns". */
function matches(event: unknown, pattern: Record<string, unknown>): boolean {
  const values = Array.isArray(event) ? event : [event]
  return Object.entries(pattern).every(([name, expected]) => {
    if (name === '$or')
      return z
        .array(z.looseObject({}))
        .parse(expected)
        .some((one) => matches(event, one))
    const found = values.map((value) => z.looseObject({}).safeParse(value).data?.[name])
    if (Array.isArray(expected)) {
      return found.some((value) => expected.some((each) => meets(value, each)))
    }
    return found.some((value) => matches(value, z.looseObject({}).parse(expected)))
  })
}

type Call = Record<string, unknown> & { eventName: string; userIdentity?: Record<string, unknown> }

/** What the owner is notified of when CloudTrail reports a call. */
function notified(service: string, call: Call): string[] {
  const detail = { sourceIPAddress: '192.0.2.1', ...call }
  const event = { source: `aws.${service}`, 'detail-type': 'AWS API Call via CloudTrail', detail }
  return rules().flatMap(({ Description, State, EventPattern }) => {
    const isRead = call['readOnly'] === true
    const isSeen = !isRead || State === 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS'
    return isSeen && matches(event, EventPattern) ? [Description] : []
  })
}

const administrator = { type: 'IAMUser', arn: 'arn:aws:iam::111122223333:user/admin' }
const byHand = { userIdentity: administrator }
const byDeployment = {
  userIdentity: { ...administrator, invokedBy: 'cloudformation.amazonaws.com' },
  sourceIPAddress: 'cloudformation.amazonaws.com',
}
const functionArn = (name: string) => `arn:aws:lambda:eu-central-1:111122223333:function:${name}`

/** As CloudTrail reports the use of a key by a function, or by someone with its role. */
const use = (eventName: string, purpose: string, caller: string | null) => ({
  ...{ eventName, readOnly: true },
  requestParameters: { encryptionContext: { purpose, item: 'mnemonic' } },
  resources: [{ accountId: '111122223333', ARN: keyArn() }],
  userIdentity: {
    type: 'AssumedRole',
    arn: 'arn:aws:sts::111122223333:assumed-role/quittance-sweep-eu-central-1/quittance-sweep',
    ...(caller && {
      inScopeOf: {
        issuerType: 'AWS::Lambda::Function',
        credentialsIssuedTo: functionArn(caller),
      },
    }),
  },
})

describe('the owner is notified', () => {
  it.each(['PutKeyPolicy', 'CreateGrant', 'DisableKey', 'ScheduleKeyDeletion'])(
    'when someone calls %s for the key',
    (eventName) => {
      const call = { eventName, ...byHand, resources: [{ ARN: keyArn() }] }
      expect(notified('kms', call)).toEqual([expect.stringContaining('The key or its policy')])
    },
  )

  it.each(['hd-mnemonic', 'payout-wallets'])(
    'when the key is used for %s by anything but its functions',
    (purpose) => {
      const moved = [expect.stringContaining('used outside the service')]
      expect(notified('kms', use('Decrypt', purpose, null))).toEqual(moved)
      expect(notified('kms', use('Decrypt', purpose, 'stolen-role'))).toEqual(moved)
      expect(notified('kms', use('GenerateDataKey', purpose, null))).toEqual(moved)
      expect(notified('kms', use('Decrypt', purpose, 'quittance-sweep'))).toEqual([])
    },
  )

  it.each([
    'quittance-sweep',
    'quittance-operator-set-up-instance',
    'quittance-operator-set-payout-wallet',
  ])('when the code or configuration of %s changes, by hand or in a deployment', (name) => {
    for (const functionName of [name, functionArn(name)]) {
      for (const change of ['UpdateFunctionCode', 'UpdateFunctionConfiguration']) {
        const call = { eventName: `${change}20150331v2`, requestParameters: { functionName } }
        const how = (text: string) => [expect.stringContaining(text)]
        expect(notified('lambda', { ...call, ...byHand })).toEqual(how('outside a deployment'))
        expect(notified('lambda', { ...call, ...byDeployment })).toEqual(how('was deployed'))
      }
    }
  })

  it('when another function gets the role of one of them', () => {
    const role = 'arn:aws:iam::111122223333:role/quittance-sweep-eu-central-1'
    const call = { eventName: 'CreateFunction20150331', requestParameters: { role } }
    expect(notified('lambda', { ...call, ...byHand })).toEqual([
      expect.stringContaining('Another function got a role'),
    ])
  })

  it.each(['UpdateAssumeRolePolicy', 'PutRolePolicy', 'AttachRolePolicy'])(
    'when someone calls %s for one of their roles',
    (eventName) => {
      const requestParameters = { roleName: 'quittance-sweep-eu-central-1' }
      expect(notified('iam', { eventName, requestParameters, ...byHand })).toHaveLength(1)
    },
  )

  it.each([
    ['cloudtrail', { eventName: 'StopLogging' }],
    [
      'events',
      { eventName: 'DisableRule', requestParameters: { name: 'quittance-foundation-W1' } },
    ],
    [
      'events',
      { eventName: 'RemoveTargets', requestParameters: { rule: 'quittance-foundation-W1' } },
    ],
  ])('when the watch itself is ended: %s %j', (service, call) => {
    expect(notified(service, { ...call, ...byHand })).toHaveLength(1)
  })
})

it.each([
  ['lambda', 'UpdateFunctionCode20150331v2', { functionName: 'quittance-relay' }],
  [
    'lambda',
    'UpdateFunctionConfiguration20150331v2',
    { functionName: 'quittance-relay', role: 'r' },
  ],
  ['iam', 'PutRolePolicy', { roleName: 'quittance-relay-eu-central-1' }],
  ['events', 'DisableRule', { name: 'another' }],
  ['kms', 'Decrypt', { encryptionContext: { purpose: 'app-secrets' } }],
])('the owner is not notified of %s %s %j', (service, eventName, requestParameters) => {
  const resources = [{ ARN: keyArn() }]
  expect(notified(service, { eventName, requestParameters, resources, ...byHand })).toEqual([])
})

it('every notification says what happened, by whom and when', () => {
  const [topic] = resourcesOf(templates, 'AWS::SNS::Topic')
  invariant(topic, 'there is a topic')
  for (const { Targets } of rules()) {
    expect(Targets).toHaveLength(1)
    expect(JSON.stringify(Targets)).toMatch(/eventName.*userIdentity.*time/s)
  }
})
