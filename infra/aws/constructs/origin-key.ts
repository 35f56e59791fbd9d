import { Aws, CustomResource, Duration, RemovalPolicy, Token } from 'aws-cdk-lib'
import { CfnApiKey, CfnUsagePlan, CfnUsagePlanKey } from 'aws-cdk-lib/aws-apigateway'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Names } from './names.ts'
import { originKeyCode } from './origin-key-code.ts'

export type OriginKeyProps = {
  names: Names
  apiIds: readonly string[]
  stageName: string
  /** A different value creates a different key. */
  version: string
}

/**
 * The API key that CloudFront adds to every request and API Gateway requires. So nobody can bypass CloudFront, and its
 * headers about the viewer can be trusted. API Gateway makes its value, which is kept there and in CloudFront only.
 */
export class OriginKey extends Construct {
  /** Resolved by CloudFormation while it deploys: no template contains the value. */
  readonly value: string

  constructor(scope: Construct, { names, apiIds, stageName, version }: OriginKeyProps) {
    super(scope, 'OriginKey')
    // Unnamed, because the next one is made while this one is still in use.
    const key = new CfnApiKey(this, `Key${version}`, {
      description: `${names.prefix}: sent by CloudFront`,
      enabled: true,
    })
    const plan = new CfnUsagePlan(this, 'Plan', {
      usagePlanName: `${names.prefix}-cloudfront`,
      apiStages: apiIds.map((apiId) => ({ apiId, stage: stageName })),
    })
    new CfnUsagePlanKey(this, `PlanKey${version}`, {
      keyId: key.ref,
      keyType: 'API_KEY',
      usagePlanId: plan.ref,
    })
    const read = new CustomResource(this, `Value${version}`, {
      resourceType: 'Custom::OriginKey',
      serviceToken: this.reader(key.ref).functionArn,
      serviceTimeout: Duration.minutes(2),
      properties: { KeyId: key.ref },
    })
    this.value = Token.asString(read.getAtt('Value'))
  }

  /** Runs only while a key is made or removed, and can read this one alone. */
  private reader(keyId: string): LambdaFunction {
    const logGroup = new LogGroup(this, 'ReaderLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const arn = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/apikeys/${keyId}`
    const statements = [
      new PolicyStatement({ actions: ['apigateway:GET'], resources: [arn] }),
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    ]
    return new LambdaFunction(this, 'Reader', {
      description: 'Gives CloudFormation the API key that CloudFront sends',
      code: Code.fromInline(originKeyCode()),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // It reads for a minute.
      timeout: Duration.seconds(90),
      logGroup,
      role: new Role(this, 'ReaderRole', {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: { reader: new PolicyDocument({ statements }) },
      }),
    })
  }
}
