import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { roleEnding, stackNames } from '../../infra/aws/constructs/names.ts'
import { isFarFromIam } from '../../infra/aws/stacks/iam-events-stack.ts'
import { functions } from '../../infra/functions.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import { isAllowed, policyDocument } from './permissions.ts'
import { ownTemplates, resourcesOf, type Template, templatesWith } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

const watchRule = z.object({
  Description: z.string(),
  State: z.string(),
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z.array(z.object({ Arn: z.unknown(), InputTransformer: z.unknown() })),
})

const forwardRule = z.object({
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z.array(z.looseObject({ Arn: z.string(), RoleArn: z.string() })),
})

const forwardPolicy = z.object({ PolicyDocument: policyDocument })

const rules = (of = templates) =>
  resourcesOf(of, 'AWS::Events::Rule').flatMap(({ logicalId, properties }) =>
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
  z.strictObject({ wildcard: z.string() }),
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
  if ('wildcard' in operator) return isLike(value, operator.wildcard)
  return ![operator['anything-but']].flat().includes(value)
}

function isLike(value: string, wildcard: string): boolean {
  const parts = wildcard.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(value)
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

/** Notifications to the owner when CloudTrail reports a call. */
function notified(service: string, call: Call, of = templates): string[] {
  const detail = { sourceIPAddress: '192.0.2.1', ...call }
  const event = { source: `aws.${service}`, 'detail-type': 'AWS API Call via CloudTrail', detail }
  return rules(of).flatMap(({ Description, State, EventPattern }) => {
    const isRead = call['readOnly'] === true
    const isSeen = !isRead || State === 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS'
    return isSeen && matches(event, EventPattern) ? [Description] : []
  })
}

type Deployed = { type: string; id: string; stack: string }

/** CloudFormation's event for a resource that it creates, changes or removes. */
function report(status: string, { type, id, stack }: Deployed) {
  return {
    source: 'aws.cloudformation',
    'detail-type': 'CloudFormation Resource Status Change',
    detail: {
      'stack-id': `arn:aws:cloudformation:eu-central-1:111122223333:stack/${stack}/6e2c`,
      'logical-resource-id': 'Any',
      'physical-resource-id': id,
      'status-details': { status, 'status-reason': '' },
      'resource-type': type,
    },
  }
}

/** Notifications to the owner when CloudFormation reports a resource. */
function notifiedOf(status: string, resource: Deployed): string[] {
  return rules().flatMap(({ Description, EventPattern }) =>
    matches(report(status, resource), EventPattern) ? [Description] : [],
  )
}

/** Notifications to the owner when CloudFormation reports a stack; see "Stack Status Change" in its guide. */
function notifiedOfStack(status: string, stack: string): string[] {
  const event = {
    source: 'aws.cloudformation',
    'detail-type': 'CloudFormation Stack Status Change',
    detail: {
      'stack-id': `arn:aws:cloudformation:eu-central-1:111122223333:stack/${stack}/6e2c`,
      'status-details': { status, 'status-reason': '' },
      'client-request-token': '',
    },
  }
  return rules().flatMap(({ Description, EventPattern }) =>
    matches(event, EventPattern) ? [Description] : [],
  )
}

const administrator = { type: 'IAMUser', arn: 'arn:aws:iam::111122223333:user/admin' }
const byHand = { userIdentity: administrator }
const byDeployment = {
  userIdentity: { ...administrator, invokedBy: 'cloudformation.amazonaws.com' },
  sourceIPAddress: 'cloudformation.amazonaws.com',
}
const functionArn = (name: string) => `arn:aws:lambda:eu-central-1:111122223333:function:${name}`

/** CloudTrail's record of a key used by a function, or by someone with its role. */
const use = (eventName: string, purpose: string, caller: string | null) => ({
  eventName,
  readOnly: true,
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
    'quittance-operator-set-up-watch-only',
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

  it.each(['quittance-relay', 'quittance-reconcile', 'quittance-show-session'])(
    'when %s, which cannot open the wallet, is changed or stopped by hand; a deployment is reported by its stack',
    (name) => {
      for (const functionName of [name, functionArn(name)]) {
        for (const change of ['UpdateFunctionCode', 'DeleteFunction', 'PutFunctionConcurrency']) {
          const call = { eventName: `${change}20171031`, requestParameters: { functionName } }
          expect(notified('lambda', { ...call, ...byHand })).toEqual([
            'A function of the service was changed or stopped outside a deployment.',
          ])
          expect(notified('lambda', { ...call, ...byDeployment })).toEqual([])
        }
      }
    },
  )

  it.each(['DeleteFunctionCodeSigningConfig', 'PutFunctionCodeSigningConfig'])(
    'when someone calls %s for a function that can open the wallet, by hand or in a deployment',
    (change) => {
      const requestParameters = { functionName: 'quittance-sweep' }
      const call = { eventName: `${change}20200630`, requestParameters }
      const how = (text: string) => [expect.stringContaining(text)]
      expect(notified('lambda', { ...call, ...byHand })).toEqual(how('outside a deployment'))
      expect(notified('lambda', { ...call, ...byDeployment })).toEqual(how('was deployed'))
    },
  )

  it('when a code signing config is changed, which may then only warn, if code is signed', async () => {
    const call = { eventName: 'UpdateCodeSigningConfig20200422', ...byHand }
    expect(notified('lambda', call)).toEqual([])
    expect(notified('lambda', call, await templatesWith('wanted'))).toEqual([
      expect.stringContaining('code that you did not sign'),
    ])
  })

  it('when one of them is deleted in a deployment, after which another could bring it back with other code', () => {
    const requestParameters = { functionName: 'quittance-sweep' }
    const call = { eventName: 'DeleteFunction20150331', requestParameters }
    expect(notified('lambda', { ...call, ...byDeployment })).toEqual([
      expect.stringContaining('was deployed'),
    ])
  })

  it('when another function gets the role of one of them, by hand or in a deployment', () => {
    const role = 'arn:aws:iam::111122223333:role/quittance-sweep-eu-central-1'
    for (const functionName of ['other', 'other-quittance-sweep', 'quittance-relay']) {
      for (const eventName of ['CreateFunction20150331', 'UpdateFunctionConfiguration20150331v2']) {
        for (const by of [byHand, byDeployment]) {
          const call = { eventName, requestParameters: { functionName, role }, ...by }
          expect(notified('lambda', call)).toContain(
            'Another function got a role that can open or replace the wallet.',
          )
        }
      }
    }
  })

  it.each(['UpdateAssumeRolePolicy', 'PutRolePolicy', 'AttachRolePolicy'])(
    'when someone calls %s for one of the roles',
    (eventName) => {
      for (const roleName of ['quittance-sweep-eu-central-1', 'quittance-relay-eu-central-1']) {
        const call = { eventName, requestParameters: { roleName } }
        expect(notified('iam', { ...call, ...byHand })).toHaveLength(1)
        expect(notified('iam', { ...call, ...byDeployment })).toEqual([])
      }
    },
  )

  it.each([['cloudtrail', { eventName: 'StopLogging' }]])(
    'when the watch itself is ended: %s %j',
    (service, call) => {
      expect(notified(service, { ...call, ...byHand })).toHaveLength(1)
    },
  )

  const topicArn = 'arn:aws:sns:eu-central-1:111122223333:quittance-alarms'

  it.each([
    ['DeleteTopic', { topicArn }],
    ['SetTopicAttributes', { topicArn, attributeName: 'Policy' }],
    ['RemovePermission', { topicArn, label: 'events' }],
    ['PutDataProtectionPolicy', { resourceArn: topicArn }],
    ['Unsubscribe', { subscriptionArn: `${topicArn}:0a1b2c3d` }],
    [
      'SetSubscriptionAttributes',
      { subscriptionArn: `${topicArn}:0a1b2c3d`, attributeName: 'FilterPolicy' },
    ],
  ])(
    'when the topic of the mails is silenced by %s, by hand or in a deployment',
    (eventName, requestParameters) => {
      for (const by of [byHand, byDeployment]) {
        expect(notified('sns', { eventName, requestParameters, ...by })).toEqual([
          expect.stringContaining('who is subscribed to it, was changed'),
        ])
      }
    },
  )

  const ruleNames = () => {
    const names = resourcesOf(templates, 'AWS::Events::Rule').map(({ properties }) =>
      z.string().parse(properties['Name']),
    )
    expect(names).toContain('quittance-watch-WatchDeployed')
    expect(names).toContain('quittance-reconcile-live')
    return names
  }

  it('when any of its rules, or of those that start background work, is ended by hand', () => {
    for (const name of ruleNames()) {
      for (const call of endsOf(name)) {
        expect(notified('events', { ...call, ...byHand })).toHaveLength(1)
      }
    }
  })

  // Each as it begins, so before the rule ends that reports it.
  const ends = ['UPDATE_IN_PROGRESS', 'DELETE_IN_PROGRESS']
  const ended = [expect.stringContaining('After it, there may be none')]

  it.each([
    ['its name', '', 'quittance-foundation'],
    ['its ARN', 'arn:aws:events:eu-central-1:111122223333:rule/', 'quittance-foundation'],
    ['its name in another stack', '', 'another'],
  ])(
    'when any of them is changed or removed in a deployment, which reports %s',
    (_, before, stack) => {
      for (const name of ruleNames()) {
        const rule = { type: 'AWS::Events::Rule', id: `${before}${name}`, stack }
        for (const status of ends) expect(notifiedOf(status, rule)).toEqual(ended)
      }
    },
  )

  it.each([
    ['AWS::SNS::Subscription', `${topicArn}:0a1b2c3d`],
    ['AWS::SNS::Topic', topicArn],
    ['AWS::SNS::TopicPolicy', 'no-name-that-says-what-it-is'],
  ])('when the topic of the mails is silenced by a deployment that changes the %s', (type, id) => {
    const resource = { type, id, stack: 'quittance-foundation' }
    for (const status of ends) expect(notifiedOf(status, resource)).toEqual(ended)
  })

  it.each(stackNames)(
    'when a deployment changes or removes the stack %s, with whatever code, routes, timers and pages, once and as it begins',
    (name) => {
      const stack = `quittance-${name}`
      for (const begun of ['UPDATE_IN_PROGRESS', 'DELETE_IN_PROGRESS']) {
        expect(notifiedOfStack(begun, stack)).toEqual([
          expect.stringContaining('what customers are shown and pay may be changed'),
        ])
      }
      for (const later of [
        ...['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'UPDATE_COMPLETE', 'DELETE_COMPLETE'],
        ...['UPDATE_ROLLBACK_IN_PROGRESS', 'UPDATE_ROLLBACK_COMPLETE', 'UPDATE_FAILED'],
      ]) {
        expect(notifiedOfStack(later, stack)).toEqual([])
      }
    },
  )

  it('when nothing may start a function of the service any more', () => {
    const requestParameters = { functionName: 'quittance-reconcile', statementId: 'Schedule' }
    const call = { eventName: 'RemovePermission20150331v2', requestParameters }
    expect(notified('lambda', { ...call, ...byHand })).toHaveLength(1)
  })
})

describe('the owner is not notified', () => {
  it.each(['CREATE_IN_PROGRESS', 'CREATE_COMPLETE', 'UPDATE_COMPLETE', 'DELETE_COMPLETE'])(
    'of %s: a first deployment creates what notifies them, and each change is reported once',
    (status) => {
      for (const { logicalId, properties } of resourcesOf(templates, 'AWS::Events::Rule')) {
        const id = String(properties['Name'] ?? logicalId)
        const rule = { type: 'AWS::Events::Rule', id, stack: 'quittance-foundation' }
        expect(notifiedOf(status, rule)).toEqual([])
      }
    },
  )

  it.each(['another-api', 'quittance-staging-api'])('of a deployment of %s', (stack) => {
    expect(notifiedOfStack('UPDATE_IN_PROGRESS', stack)).toEqual([])
  })

  it('of a first deployment that creates the stacks, functions and rules, each with what is its own', () => {
    for (const name of stackNames) {
      for (const status of ['REVIEW_IN_PROGRESS', 'CREATE_IN_PROGRESS', 'CREATE_COMPLETE']) {
        expect(notifiedOfStack(status, `quittance-${name}`)).toEqual([])
      }
    }
    for (const name of Object.keys(functions)) {
      const functionName = `quittance-${name}`
      const role = `arn:aws:iam::111122223333:role/quittance-${roleEnding(name)}-eu-central-1`
      const call = {
        eventName: 'CreateFunction20150331',
        requestParameters: { functionName, role },
      }
      expect(notified('lambda', { ...call, ...byDeployment })).toEqual([])
    }
    for (const name of ['quittance-watch-KeyChanged', 'quittance-reconcile-live']) {
      for (const call of endsOf(name)) {
        expect(notified('events', { ...call, ...byDeployment })).toEqual([])
      }
    }
  })

  it('of each resource that an ordinary deployment changes in these stacks', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::Lambda::Function', 'AWS::KMS::Key']) {
      const resource = { type, id: 'quittance-any', stack: 'quittance-foundation' }
      expect(notifiedOf('UPDATE_IN_PROGRESS', resource)).toEqual([])
    }
    const foreign = { type: 'AWS::Events::Rule', id: 'another', stack: 'another' }
    expect(notifiedOf('UPDATE_IN_PROGRESS', foreign)).toEqual([])
  })
})

it('patterns are as short as EventBridge accepts, also with the longest names', async () => {
  const lengths = rules(await templatesWith('wanted')).map(
    ({ EventPattern }) =>
      JSON.stringify(EventPattern)
        .replaceAll('quittance', 'a'.repeat(19))
        .replaceAll('eu-central-1', 'ap-southeast-1').length,
  )
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2_048)
})

/** The ways to end a rule of EventBridge. */
function endsOf(name: string): Call[] {
  return [
    ...['DisableRule', 'DeleteRule', 'PutRule'].map((eventName) => ({
      eventName,
      requestParameters: { name },
    })),
    ...['RemoveTargets', 'PutTargets'].map((eventName) => ({
      eventName,
      requestParameters: { rule: name },
    })),
  ]
}

it.each([
  ['lambda', 'UpdateFunctionCode20150331v2', { functionName: 'another' }],
  ['lambda', 'UpdateFunctionConfiguration20150331v2', { functionName: 'another', role: 'r' }],
  ['iam', 'PutRolePolicy', { roleName: 'another-eu-central-1' }],
  ['events', 'DisableRule', { name: 'another' }],
  ['sns', 'DeleteTopic', { topicArn: 'arn:aws:sns:eu-central-1:111122223333:quittance-alarms-2' }],
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
    expect(JSON.stringify(Targets)).toMatch(
      /eventName.*userIdentity.*time|status.*(physical-resource-id.*)?stack-id.*time/s,
    )
  }
})

describe('a deployment far from us-east-1, where IAM reports its calls', () => {
  let far: ReadonlyMap<string, Template>

  beforeAll(async () => {
    far = await templatesWith('wanted')
  })

  const stack = 'quittance-iam-events-eu-central-1'
  const bus = 'arn:aws:events:eu-central-1:111122223333:event-bus/default'
  const ofStack = (type: string) => resourcesOf(far, type).filter((one) => one.stack === stack)
  const isForwarded = (event: object) =>
    ofStack('AWS::Events::Rule').some(({ properties }) =>
      matches(event, forwardRule.parse(properties).EventPattern),
    )
  const forwards = (service: string, detail: Call) =>
    isForwarded({
      source: `aws.${service}`,
      'detail-type': 'AWS API Call via CloudTrail',
      detail,
    })

  it.each(['UpdateAssumeRolePolicy', 'PutRolePolicy', 'AttachRolePolicy', 'DeleteRole'])(
    'has %s of its roles sent to its watch, which notifies the owner',
    (eventName) => {
      const requestParameters = { roleName: 'quittance-sweep-eu-central-1' }
      expect(forwards('iam', { eventName, requestParameters, ...byHand })).toBe(true)
      expect(notified('iam', { eventName, requestParameters, ...byHand })).toHaveLength(1)
    },
  )

  it('has its owner notified of the end of that', () => {
    const names = ofStack('AWS::Events::Rule').map(({ properties }) => String(properties['Name']))
    expect(names.toSorted()).toEqual(
      ['deployed', 'roles', 'rules'].map((name) => `${stack}-${name}`),
    )
    for (const call of names.flatMap(endsOf)) {
      expect(forwards('events', { ...call, ...byHand })).toBe(true)
      expect(notified('events', { ...call, ...byHand })).toHaveLength(1)
    }
  })

  it('has its owner notified when a deployment ends that', () => {
    const before = 'arn:aws:events:us-east-1:111122223333:rule/'
    for (const id of [`${stack}-roles`, `${before}${stack}-deployed`]) {
      const rule = { type: 'AWS::Events::Rule', id, stack }
      for (const status of ['UPDATE_IN_PROGRESS', 'DELETE_IN_PROGRESS']) {
        expect(isForwarded(report(status, rule))).toBe(true)
        expect(notifiedOf(status, rule)).toHaveLength(1)
      }
      expect(isForwarded(report('CREATE_IN_PROGRESS', rule))).toBe(false)
    }
  })

  it('sends nothing else', () => {
    expect(forwards('iam', { eventName: 'ListRoles', ...byHand })).toBe(false)
    const requestParameters = { name: 'another' }
    expect(forwards('events', { eventName: 'PutRule', requestParameters, ...byHand })).toBe(false)
  })

  it('sends them to its own bus, with a role that can do nothing else', async () => {
    for (const { properties } of ofStack('AWS::Events::Rule')) {
      expect(forwardRule.parse(properties).Targets).toMatchObject([{ Arn: bus }])
    }
    const roles = ofStack('AWS::IAM::Role').map(({ properties }) => JSON.stringify(properties))
    const [policies] = [
      ofStack('AWS::IAM::Policy').map(({ properties }) => forwardPolicy.parse(properties)),
    ]
    expect(roles.length).toBeGreaterThan(0)
    for (const role of roles) expect(role).toContain('"Service":"events.amazonaws.com"')
    expect(policies).toHaveLength(roles.length)
    for (const { PolicyDocument } of policies) {
      const caller = { arn: 'arn:aws:iam::111122223333:role/Forward', policies: [PolicyDocument] }
      expect(await isAllowed(caller, { action: 'events:PutEvents', resource: bus })).toBe(true)
      const other = bus.replace('eu-central-1', 'us-east-1')
      expect(await isAllowed(caller, { action: 'events:PutEvents', resource: other })).toBe(false)
      expect(PolicyDocument.Statement.map(({ Action }) => Action)).toEqual(['events:PutEvents'])
    }
  })

  it('needs no bootstrap there', () => {
    expect(JSON.stringify(far.get(stack))).not.toContain('cdk-bootstrap')
  })

  it('has such a stack only far from there', () => {
    const stacks = (made: ReadonlyMap<string, Template>) =>
      [...made.keys()].filter((name) => name.includes('iam-events'))
    expect(stacks(far)).toEqual([stack])
    expect(stacks(templates)).toEqual([])
    expect(isFarFromIam('eu-central-1')).toBe(true)
    for (const near of ['us-east-1', 'cn-north-1', undefined])
      expect(isFarFromIam(near)).toBe(false)
  })
})
