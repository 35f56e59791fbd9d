import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { keyPolicy } from '../constructs/key-policy.ts'
import { LongBackups } from '../constructs/long-backups.ts'
import { MetricsDashboard } from '../constructs/metrics-dashboard.ts'
import { MonthlyBudget } from '../constructs/monthly-budget.ts'
import type { Names } from '../constructs/names.ts'
import { ServiceTable } from '../constructs/service-table.ts'
import { WalletWatch } from '../constructs/wallet-watch.ts'
import { acknowledge } from '../nag-reasons.ts'
import { recordPresent } from '../references.ts'
import type { Settings } from '../settings.ts'

export type FoundationStackProps = {
  names: Names
  functions: Readonly<Record<string, FunctionRow>>
  settings: Settings
}

/** All other stacks depend on it: table and key, which outlive it; the alarm topic; API Gateway's logging role. */
export class FoundationStack extends Stack {
  /** The table in use: the stack's own, or one that was restored from a backup. */
  readonly tableName: string
  readonly tableArn: string
  /** The key in use: the stack's own, or that of the restored table. */
  readonly keyArn: string

  constructor(scope: Construct, { names, functions, settings }: FoundationStackProps) {
    super(scope, `${names.prefix}-foundation`, {
      description: 'Table, key and alarms',
      terminationProtection: true,
    })
    const topic = new Topic(this, 'Alarms', {
      topicName: names.alarmTopicName,
      enforceSSL: true,
    })
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'))
    const { alarmEmail, tableName, keyArn } = settings
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail))

    const { table } = new ServiceTable(this, { names, restored: tableName })
    const key = new Key(this, 'Key', {
      alias: names.prefix,
      description: 'Encrypts the mnemonics, the extended public keys and other secrets',
      enableKeyRotation: true,
      // The longest period: AWS bills the first two rotations at 1 USD a month each, for ever.
      rotationPeriod: Duration.days(2560),
      policy: keyPolicy(functions, names),
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.keyArn = keyArn ?? key.keyArn
    const isCodeSigned = settings.signedCode !== undefined
    new WalletWatch(this, { names, functions, keyArn: this.keyArn, topic, isCodeSigned })
    this.enableGatewayLogs()
    this.tableName = tableName ?? table.tableName
    this.tableArn =
      tableName === undefined
        ? table.tableArn
        : this.formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName })
    recordPresent(this, { table: this.tableArn, key: this.keyArn })
    this.addWanted(names, settings)
  }

  /** Optional resources, which cost money or need a decision. */
  private addWanted(names: Names, settings: Settings): void {
    const { tableName, tableArn } = this
    const {
      alarmEmail: email,
      monthlyBudgetUsd: usd,
      metricsDashboard,
      backupDays: days,
    } = settings
    if (usd !== undefined && email !== undefined) new MonthlyBudget(this, { usd, email })
    if (metricsDashboard) new MetricsDashboard(this, { names, tableName })
    new LongBackups(this, { names, tableArn, days })
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
