import { RemovalPolicy } from 'aws-cdk-lib'
import {
  CfnApiKey,
  CfnUsagePlan,
  CfnUsagePlanKey,
  type SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../nag-reasons.ts'
import type { Names } from './names.ts'

export type OriginKeyProps = {
  names: Names
  restApis: readonly SpecRestApi[]
  stageName: string
  /** A different value creates a different key. */
  version: string
}

/**
 * The API key that CloudFront adds to every request and API Gateway requires. So nobody can bypass CloudFront, and its
 * headers about the viewer can be trusted.
 */
export class OriginKey extends Construct {
  /** A reference to the secret, which CloudFormation resolves: no template contains the value. */
  readonly value: string

  constructor(scope: Construct, { names, restApis, stageName, version }: OriginKeyProps) {
    super(scope, 'OriginKey')
    const secret = new Secret(this, `Secret${version}`, {
      description: 'API key that CloudFront sends to API Gateway',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    })
    acknowledge(secret, {
      SMG4: 'It only allows bypassing CloudFront, and a deployment can replace it (docs/operating.md).',
    })
    this.value = secret.secretValue.unsafeUnwrap()
    // Unnamed, because a new value is a new key, and CloudFormation can't replace a resource with a fixed name.
    const key = new CfnApiKey(this, 'Key', {
      description: `${names.prefix}: sent by CloudFront`,
      enabled: true,
      value: this.value,
    })
    const plan = new CfnUsagePlan(this, 'Plan', {
      usagePlanName: `${names.prefix}-cloudfront`,
      apiStages: restApis.map(({ restApiId }) => ({ apiId: restApiId, stage: stageName })),
    })
    new CfnUsagePlanKey(this, 'PlanKey', {
      keyId: key.ref,
      keyType: 'API_KEY',
      usagePlanId: plan.ref,
    })
  }
}
