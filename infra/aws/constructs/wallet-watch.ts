import { CfnRule, EventField, Match, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import type { KmsPurpose } from '../../../shared/kernel/operation/touches.ts'
import type { FunctionRow } from '../../function-row.ts'
import type { Names } from './names.ts'

/** The purposes that decide where money goes. */
const purposes: readonly KmsPurpose[] = ['hd-mnemonic', 'payout-wallets']

const cloudFormation = 'cloudformation.amazonaws.com'

type Props = {
  names: Names
  functions: Readonly<Record<string, FunctionRow>>
  keyArn: string
  topic: Topic
  /** Whether Lambda deploys only signed code to the functions of the wallet. */
  isCodeSigned: boolean
}

type Watched = {
  /** The service whose API calls these are, such as `kms`. */
  service: string
  detail: Record<string, unknown>
  meaning: string
  /** Includes calls that only read, as CloudTrail sees them: use of a key is one. */
  reads?: true
  /** Set if CloudFormation reports it itself, without CloudTrail, and so without who caused it. */
  reported?: 'resource' | 'stack'
}

/**
 * Notifies the owner of every way around the key policy that an administrator has. CloudTrail reports the calls, so in
 * an account without a trail, only deployments are noticed.
 */
export class WalletWatch extends Construct {
  constructor(scope: Construct, props: Props) {
    super(scope, 'WalletWatch')
    for (const [id, watched] of Object.entries(watchedCalls(props))) this.notify(id, watched, props)
  }

  private notify(id: string, watched: Watched, { names, topic }: Props): void {
    const { service, detail, meaning, reads, reported } = watched
    const { detailType, event } = reported ? reports[reported] : apiCall
    const text = `${meaning} ${event} at ${EventField.time}. See docs/money.md, "Who can access the wallet".`
    const rule = new Rule(this, id, {
      ruleName: names.watchName(id),
      description: meaning,
      eventPattern: {
        source: [`aws.${service}`],
        detailType: [detailType],
        detail,
      },
      targets: [new SnsTopic(topic, { message: RuleTargetInput.fromText(text) })],
    })
    const resource = rule.node.defaultChild
    if (reads && resource instanceof CfnRule) {
      resource.state = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS'
    }
  }
}

type Report = { detailType: string; event: string }

const apiCall: Report = {
  detailType: 'AWS API Call via CloudTrail',
  event: `${EventField.fromPath('$.detail.eventName')} by ${EventField.fromPath('$.detail.userIdentity.arn')}`,
}

export const reportedByCloudFormation = 'CloudFormation Resource Status Change'

const status = EventField.fromPath('$.detail.status-details.status')
const stackId = EventField.fromPath('$.detail.stack-id')

const reports: Record<'resource' | 'stack', Report> = {
  resource: {
    detailType: reportedByCloudFormation,
    event: `${status} of ${EventField.fromPath('$.detail.physical-resource-id')} in ${stackId}`,
  },
  stack: { detailType: 'CloudFormation Stack Status Change', event: `${status} of ${stackId}` },
}

function watchedCalls(props: Props): Record<string, Watched> {
  return {
    ...keyCalls(props),
    ...functionCalls(props),
    ...(props.isCodeSigned ? signingCalls : {}),
    ...watchCalls(props),
  }
}

function keyCalls({ names, functions, keyArn }: Props): Record<string, Watched> {
  const functionArns = walletFunctions(functions).map(names.functionArn)
  return {
    KeyChanged: {
      service: 'kms',
      detail: {
        eventName: ['PutKeyPolicy', 'CreateGrant', 'DisableKey', 'ScheduleKeyDeletion'],
        resources: { ARN: [keyArn] },
      },
      meaning: 'The key or its policy was changed: others may be able to access the wallet.',
    },
    // Whatever was changed before, this is how somebody else comes by the mnemonic.
    KeyUsedElsewhere: {
      service: 'kms',
      detail: {
        resources: { ARN: [keyArn] },
        requestParameters: { encryptionContext: { purpose: purposes } },
        userIdentity: {
          inScopeOf: {
            credentialsIssuedTo: Match.anyOf(
              Match.doesNotExist(),
              Match.anythingBut(...functionArns),
            ),
          },
        },
      },
      meaning: 'The key of the wallet was used outside the service: move the money now.',
      reads: true,
    },
  }
}

function functionCalls({ names, functions }: Props): Record<string, Watched> {
  const watched = walletFunctions(functions)
  const ofWatched = {
    functionName: Match.anyOf(...watched.map((name) => Match.suffix(names.functionName(name)))),
  }
  const byHand = { sourceIPAddress: Match.anythingBut(cloudFormation) }
  return {
    // Any of them: the others can't open the wallet, but decide what is paid, and can be stopped.
    FunctionChanged: {
      service: 'lambda',
      detail: {
        ...byHand,
        eventName: startingWith(...functionChanges),
        requestParameters: {
          functionName: startingWith(names.functionName(''), names.functionArn('')),
        },
      },
      meaning: 'A function of the service was changed or stopped outside a deployment.',
    },
    FunctionDeployed: {
      service: 'lambda',
      detail: {
        sourceIPAddress: [cloudFormation],
        // One that is deleted may be created again with other code.
        eventName: startingWith(...codeChanges, 'DeleteFunction'),
        requestParameters: ofWatched,
      },
      meaning:
        'A function that can open or replace the wallet was deployed. If it was you, there is nothing to do.',
    },
    // A deployment names the function, and creates each with its own role.
    RoleUsed: {
      service: 'lambda',
      detail: {
        eventName: startingWith('CreateFunction', 'UpdateFunctionConfiguration'),
        $or: watched.map((name) => ({
          requestParameters: {
            role: Match.suffix(names.roleName(name)),
            functionName: Match.anythingBut(names.functionName(name)),
          },
        })),
      },
      meaning: 'Another function got a role that can open or replace the wallet.',
    },
    // What else a deployment changes: code that shows addresses and says what was paid, timers, routes and pages.
    StackDeployed: {
      service: 'cloudformation',
      reported: 'stack',
      detail: {
        'stack-id': startingWith(...names.stackArns),
        // One that is deleted may be created again with other code. Those that are created first are the owner's.
        'status-details': { status: begun },
      },
      meaning:
        'A deployment changes or removes a stack of the service. If it was you, there is nothing to do. If it wasn’t, what customers are shown and pay may be changed.',
    },
    RoleChanged: {
      service: 'iam',
      detail: {
        ...byHand,
        eventName: roleChanges,
        requestParameters: { roleName: startingWith(`${names.prefix}-`) },
      },
      meaning: 'A role of the service was changed outside a deployment.',
    },
  }
}

/** The config is outside the deployment, so nobody changes it in one. */
const signingCalls: Record<string, Watched> = {
  SigningChanged: {
    service: 'lambda',
    detail: { eventName: startingWith('UpdateCodeSigningConfig') },
    meaning: 'A code signing config was changed: Lambda may now deploy code that you did not sign.',
  },
}

/** After one of these, Lambda may deploy code that nobody signed. */
const signingChanges = ['DeleteFunctionCodeSigningConfig', 'PutFunctionCodeSigningConfig']

/** CloudTrail adds a version to their names. */
const codeChanges = ['UpdateFunctionCode', 'UpdateFunctionConfiguration', ...signingChanges]

const functionChanges = [
  ...codeChanges,
  'DeleteFunction',
  'PutFunctionConcurrency',
  // Nothing starts it any more.
  'RemovePermission',
]

function startingWith(...prefixes: readonly string[]) {
  return Match.anyOf(...prefixes.map((prefix) => Match.prefix(prefix)))
}

export const roleChanges = [
  'AttachRolePolicy',
  'DeleteRole',
  'DeleteRolePolicy',
  'PutRolePolicy',
  'UpdateAssumeRolePolicy',
]

export const ruleChanges = ['DeleteRule', 'DisableRule', 'PutRule', 'PutTargets', 'RemoveTargets']

/** When a change begins, so that it is also reported if it is rolled back, or removes what reports it. */
const begun = ['UPDATE_IN_PROGRESS', 'DELETE_IN_PROGRESS']

/**
 * Matches what a deployment changes or removes of these types, as CloudFormation reports it before it does so. Created
 * resources aren't reported: a first deployment silences nobody.
 */
export function deployedChanges(
  types: readonly string[],
  about: Record<string, unknown>,
): Record<string, unknown> {
  return {
    'resource-type': types,
    'status-details': { status: begun },
    ...about,
  }
}

/** CloudFormation's ids of rules whose names begin with this, in any Region: their names, or their ARNs. */
export function ruleIds(prefix: string) {
  return Match.anyOf(Match.prefix(prefix), Match.wildcard(`arn:*:rule/${prefix}*`))
}

export function rulesNamed(prefix: string): Record<string, unknown> {
  const ours = startingWith(prefix)
  return { $or: [{ requestParameters: { name: ours } }, { requestParameters: { rule: ours } }] }
}

/** After one of these, the topic may reach nobody. */
const topicChanges = [
  'DeleteTopic',
  'PutDataProtectionPolicy',
  'RemovePermission',
  'SetSubscriptionAttributes',
  'SetTopicAttributes',
  'Unsubscribe',
]

/** An attacker who wants to stay unnoticed begins here. */
function watchCalls({ names }: Props): Record<string, Watched> {
  return {
    TrailChanged: {
      service: 'cloudtrail',
      detail: { eventName: ['DeleteTrail', 'PutEventSelectors', 'StopLogging', 'UpdateTrail'] },
      meaning: 'A trail was changed: without one, nobody is notified of access to the wallet.',
    },
    // Whoever is subscribed still hears of it, unless it was the last one, or the topic itself.
    TopicChanged: {
      service: 'sns',
      detail: {
        eventName: topicChanges,
        $or: [
          { requestParameters: { topicArn: [names.alarmTopicArn] } },
          { requestParameters: { resourceArn: [names.alarmTopicArn] } },
          { requestParameters: { subscriptionArn: startingWith(`${names.alarmTopicArn}:`) } },
        ],
      },
      meaning:
        'The topic of these mails, or who is subscribed to it, was changed. A first deployment does that, too.',
    },
    WatchChanged: {
      service: 'events',
      detail: {
        sourceIPAddress: Match.anythingBut(cloudFormation),
        eventName: ruleChanges,
        // Those of the watch and of its stack for events of IAM, and the schedules of background work.
        ...rulesNamed(`${names.prefix}-`),
      },
      meaning:
        'A rule that watches the wallet, or that starts background work, was changed outside a deployment.',
    },
    // CloudTrail reports the calls of a deployment once they were made, when this rule may be gone.
    WatchDeployed: {
      service: 'cloudformation',
      reported: 'resource',
      detail: deployedChanges(
        [
          'AWS::Events::Rule',
          'AWS::SNS::Subscription',
          'AWS::SNS::Topic',
          'AWS::SNS::TopicInlinePolicy',
          'AWS::SNS::TopicPolicy',
        ],
        {
          // Whatever the stack: resources can be moved to another one. The ids of policies say nothing.
          $or: [
            { 'physical-resource-id': ruleIds(`${names.prefix}-`) },
            { 'physical-resource-id': startingWith(names.alarmTopicArn) },
            { 'stack-id': startingWith(names.stackArn('foundation')) },
          ],
        },
      ),
      meaning:
        'A deployment changes or removes a rule that watches the wallet or starts background work, or who gets these mails. After it, there may be none: if it isn’t yours, treat it as a theft.',
    },
  }
}

/** The functions that use the key for what decides where money goes. */
export function walletFunctions(functions: Props['functions']): string[] {
  const isGuarded = ({ touches: { encrypts = [], decrypts = [] } }: FunctionRow) =>
    // Customers pay to addresses of the public keys that are sealed.
    encrypts.includes('account-public-keys') ||
    [...encrypts, ...decrypts].some((purpose) => purposes.includes(purpose))
  return Object.entries(functions).flatMap(([name, row]) => (isGuarded(row) ? [name] : []))
}
