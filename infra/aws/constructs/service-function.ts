import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { release } from '../../build/release.ts'
import { drafts } from '../../build/write-if-changed.ts'
import type { FunctionRow } from '../../function-row.ts'
import { functionVariables } from '../../function-variables.ts'
import { seenPayoutWalletActions } from '../../seen-payout-wallet-actions.ts'
import type { ConcurrencyPlan } from '../concurrency-plan.ts'
import { acknowledge } from '../nag-reasons.ts'
import { type SignedCode, signedCodeOf } from '../signed-code.ts'
import type { Names } from './names.ts'
import { roleStatements } from './role-statements.ts'

export type Deployment = {
  names: Names
  tableName: string
  tableArn: string
  keyArn: string
  concurrency: ConcurrencyPlan
  signedCode: SignedCode | undefined
  /** Returns the folder of a function's bundle. */
  bundleOf: (name: string) => string
}

export type ServiceFunctionProps = {
  /** Its key in `infra/functions.ts`. */
  name: string
  row: FunctionRow
  deployment: Deployment
}

/** A Lambda function with its own role and log group, defined by its row alone. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction
  readonly logGroup: LogGroup

  constructor(scope: Construct, { name, row, deployment }: ServiceFunctionProps) {
    super(scope, name)
    const { names } = deployment
    const functionName = names.functionName(name)
    const {
      reserved: { [name]: reserved },
      streams,
    } = deployment.concurrency
    const isStreaming = row.trigger.kind === 'route' && row.trigger.streaming
    this.logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    if (row.touches.readsQuota) {
      acknowledge(this, { 'IAM5[Resource::*]': 'Reading a quota has no resource.' })
    }
    if (seenPayoutWalletActions(row.touches).length > 0) {
      const parameters = `arn:<AWS::Partition>:ssm:<AWS::Region>:<AWS::AccountId>:parameter${names.seenPayoutWalletsPath}*`
      acknowledge(this, {
        [`IAM5[Resource::${parameters}]`]:
          "They are this deployment's; their names end with the key and the mode.",
      })
    }
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: row.entry,
      ...(signedCodeOf(this, name, deployment.signedCode) ?? {
        code: Code.fromAsset(deployment.bundleOf(name), { exclude: [drafts] }),
      }),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: row.memoryMb,
      timeout: Duration.seconds(row.timeoutSeconds),
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      // Lambda ends a chain of 16 invocations otherwise. Each function that invokes itself limits how often it does.
      ...(row.touches.invokesItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      role: this.role(this.logGroup, { name, row, deployment }),
      environment: {
        ...functionVariables(row, {
          ...names,
          tableName: deployment.tableName,
          kmsKeyId: deployment.keyArn,
          release: release(),
        }),
        METRICS_NAMESPACE: names.prefix,
        ...(isStreaming && { MOST_STREAMS: String(streams) }),
      },
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      // A line before and after each invocation would be most of the log. Timeouts and crashes are still logged.
      systemLogLevelV2: SystemLogLevel.WARN,
    })
  }

  private role(logGroup: LogGroup, { name, row, deployment }: ServiceFunctionProps): Role {
    const writeLog = new PolicyStatement({
      sid: 'WriteLog',
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    })
    return new Role(this, 'Role', {
      roleName: deployment.names.roleName(name),
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Inline, because a separate policy would be one more resource for each function.
      inlinePolicies: {
        row: new PolicyDocument({
          statements: [writeLog, ...roleStatements({ name, row }, deployment)],
        }),
      },
    })
  }
}
