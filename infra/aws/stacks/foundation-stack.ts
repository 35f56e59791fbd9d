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
  /** The address that receives alarms. */
  alarmEmail?: string | undefined
}

/** What all other stacks depend on: table and key, which outlive it; the alarm topic; API Gateway's logging role. */
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
      description: 'Encrypts the mnemonic, the extended public keys and the webhook secrets',
      enableKeyRotation: true,
      policy: keyPolicy(functions, names),
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.alertOnKeyChanges(key, topic)
    this.enableGatewayLogs()
    this.tableName = table.tableName
    this.tableArn = table.tableArn
    this.keyArn = key.keyArn
  }

  /** An administrator of the account can change the key policy, but not without an alert. */
  private alertOnKeyChanges(key: Key, topic: Topic): void {
    new Rule(this, 'KeyChanged', {
      description: 'The key or its policy was changed: others may be able to access the wallet',
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

  /** There is one per account and Region, so it outlives the stack: other APIs may log with it. */
  private enableGatewayLogs(): void {
    const role = new Role(this, 'GatewayLogRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
      ],
    })
    acknowledge(role, {
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The policy that API Gateway requires to write logs.',
    })
    const account = new CfnAccount(this, 'GatewayAccount', { cloudWatchRoleArn: role.roleArn })
    role.applyRemovalPolicy(RemovalPolicy.RETAIN)
    account.applyRemovalPolicy(RemovalPolicy.RETAIN)
  }
}
