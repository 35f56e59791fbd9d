import { CfnRule, EventField, Match, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import type { KmsPurpose } from '../../../shared/kernel/operation/touches.ts'
import type { FunctionRow } from '../../function-row.ts'
import type { Names } from './names.ts'

/** What decides where money goes. */
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
  /** What it means for the owner. */
  meaning: string
  /** Also calls that only read, as CloudTrail sees them: use of a key is one. */
  reads?: true
}

/**
 * Notifies the owner of every way round the key policy that an administrator has. CloudTrail reports the calls, so an
 * account without a trail is not watched.
 */
export class WalletWatch extends Construct {
  constructor(scope: Construct, props: Props) {
    super(scope, 'WalletWatch')
    for (const [id, watched] of Object.entries(watchedCalls(props))) this.notify(id, watched, props)
  }

  private notify(id: string, watched: Watched, { names, topic }: Props): void {
    const { service, detail, meaning, reads } = watched
    const calledBy = EventField.fromPath('$.detail.userIdentity.arn')
    const text = `${meaning} ${EventField.fromPath('$.detail.eventName')} by ${calledBy} at ${EventField.time}. See docs/money.md, "Who can access the wallet".`
    const rule = new Rule(this, id, {
      ruleName: names.watchName(id),
      description: meaning,
      eventPattern: {
        source: [`aws.${service}`],
        detailType: ['AWS API Call via CloudTrail'],
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
  const changes = startingWith(
    'UpdateFunctionCode',
    'UpdateFunctionConfiguration',
    ...signingChanges,
  )
  const ofWatched = {
    functionName: Match.anyOf(...watched.map((name) => Match.suffix(names.functionName(name)))),
  }
  const roleNames = watched.map(names.roleName)
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
        eventName: changes,
        requestParameters: ofWatched,
      },
      meaning:
        'A function that can open or replace the wallet was deployed. If it was you, there is nothing to do.',
    },
    RoleUsed: {
      service: 'lambda',
      detail: {
        ...byHand,
        eventName: Match.anyOf(
          Match.prefix('CreateFunction'),
          Match.prefix('UpdateFunctionConfiguration'),
        ),
        requestParameters: { role: Match.anyOf(...roleNames.map((name) => Match.suffix(name))) },
      },
      meaning: 'Another function got a role that can open or replace the wallet.',
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
const functionChanges = [
  'UpdateFunctionCode',
  'UpdateFunctionConfiguration',
  'DeleteFunction',
  'PutFunctionConcurrency',
  ...signingChanges,
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

/** A change of a rule whose name begins with this. */
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

/** Who wants to stay unnoticed begins here. */
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
        sourceIPAddress: Match.anythingBut(cloudFormation),
        eventName: topicChanges,
        $or: [
          { requestParameters: { topicArn: [names.alarmTopicArn] } },
          { requestParameters: { resourceArn: [names.alarmTopicArn] } },
          { requestParameters: { subscriptionArn: startingWith(`${names.alarmTopicArn}:`) } },
        ],
      },
      meaning:
        'The topic of these mails, or who is subscribed to it, was changed outside a deployment.',
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
  }
}

/** The functions that use the key for what decides where money goes. */
export function walletFunctions(functions: Props['functions']): string[] {
  const isGuarded = ({ touches: { encrypts = [], decrypts = [] } }: FunctionRow) =>
    [...encrypts, ...decrypts].some((purpose) => purposes.includes(purpose))
  return Object.entries(functions).flatMap(([name, row]) => (isGuarded(row) ? [name] : []))
}
