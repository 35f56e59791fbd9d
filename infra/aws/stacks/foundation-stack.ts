import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { keyPolicy } from '../constructs/key-policy.ts'
import type { Names } from '../constructs/names.ts'
import { ServiceTable } from '../constructs/service-table.ts'
import { acknowledge } from '../nag-reasons.ts'

export type FoundationStackProps = {
  names: Names
  functions: Readonly<Record<string, FunctionRow>>
  /** Who is told of alarms. */
  alarmEmail?: string | undefined
}

/** What all other stacks stand on: table and key, which outlive it; where alarms go; the gateway's leave to log. */
export class FoundationStack extends Stack {
  readonly tableName: string
  readonly tableArn: string
  readonly keyArn: string

  constructor(scope: Construct, { names, functions, alarmEmail }: FoundationStackProps) {
    super(scope, `${names.prefix}-foundation`, { description: 'Table, key and alarms' })
    const topic = new Topic(this, 'Alarms', {
      topicName: names.alarmTopicName,
      enforceSSL: true,
    })
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'))
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail))

    const { table } = new ServiceTable(this, { names })
    const key = new Key(this, 'Key', {
      alias: names.prefix,
      description: 'Seals the mnemonic, the extended public keys and the secrets of webhooks',
      enableKeyRotation: true,
      policy: keyPolicy(functions, names),
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.tellOfKeyChanges(key, topic)
    this.letGatewayLog()
    this.tableName = table.tableName
    this.tableArn = table.tableArn
    this.keyArn = key.keyArn
  }

  /** Whoever administers the account can change the key's policy. That is never silent. */
  private tellOfKeyChanges(key: Key, topic: Topic): void {
    new Rule(this, 'KeyChanged', {
      description:
        'Someone changed the key or its policy: the wallet may be within reach of others',
      eventPattern: {
        source: ['aws.kms'],
        detailType: ['AWS API Call via CloudTrail'],
        detail: {
          eventName: ['PutKeyPolicy', 'CreateGrant', 'DisableKey', 'ScheduleKeyDeletion'],
          resources: { ARN: [key.keyArn] },
        },
      },
      targets: [new SnsTopic(topic)],
    })
  }

  /** One per account and Region, so it stays when the stack goes: other APIs may log by it. */
  private letGatewayLog(): void {
    const role = new Role(this, 'GatewayLogRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
      ],
    })
    acknowledge(role, {
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The policy that API Gateway asks for to write logs.',
    })
    const account = new CfnAccount(this, 'GatewayAccount', { cloudWatchRoleArn: role.roleArn })
    role.applyRemovalPolicy(RemovalPolicy.RETAIN)
    account.applyRemovalPolicy(RemovalPolicy.RETAIN)
  }
}
