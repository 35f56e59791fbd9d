import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { keyPolicy } from '../constructs/key-policy.ts'
import type { Names } from '../constructs/names.ts'
import { ServiceTable } from '../constructs/service-table.ts'
import { WalletWatch } from '../constructs/wallet-watch.ts'
import { acknowledge } from '../nag-reasons.ts'

export type FoundationStackProps = {
  names: Names
  functions: Readonly<Record<string, FunctionRow>>
  /** The address that receives alarms. */
  alarmEmail?: string | undefined
  /** A key to use instead of the stack's own. */
  adoptedKeyArn?: string | undefined
}

/** What all other stacks depend on: table and key, which outlive it; the alarm topic; API Gateway's logging role. */
export class FoundationStack extends Stack {
  readonly tableName: string
  readonly tableArn: string
  readonly keyArn: string

  constructor(scope: Construct, props: FoundationStackProps) {
    const { names, functions, alarmEmail } = props
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
      description: 'Encrypts the mnemonics, the extended public keys and other secrets',
      enableKeyRotation: true,
      // The longest period: AWS bills the first two rotations at 1 USD a month each, for ever.
      rotationPeriod: Duration.days(2560),
      policy: keyPolicy(functions, names),
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.keyArn = props.adoptedKeyArn ?? key.keyArn
    new WalletWatch(this, { names, functions, keyArn: this.keyArn, topic })
    this.enableGatewayLogs()
    this.tableName = table.tableName
    this.tableArn = table.tableArn
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
