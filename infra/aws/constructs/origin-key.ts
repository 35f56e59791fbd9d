import { RemovalPolicy } from 'aws-cdk-lib'
import { CfnApiKey, CfnUsagePlan, CfnUsagePlanKey, type RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../nag-reasons.ts'
import type { Names } from './names.ts'

export type OriginKeyProps = {
  names: Names
  restApis: readonly RestApi[]
  stageName: string
  /** Another value makes another key. */
  version: string
}

/**
 * The key that CloudFront adds to every call and API Gateway asks for. So nobody comes past CloudFront, and what it says
 * of the viewer can be believed.
 */
export class OriginKey extends Construct {
  /** A reference to the secret, which CloudFormation resolves: the value stands in no template. */
  readonly value: string

  constructor(scope: Construct, { names, restApis, stageName, version }: OriginKeyProps) {
    super(scope, 'OriginKey')
    const secret = new Secret(this, `Secret${version}`, {
      description: 'What CloudFront shows to API Gateway',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    })
    acknowledge(secret, {
      SMG4: 'It opens nothing but the way past CloudFront; replacing it is a deployment (docs/operating.md).',
    })
    this.value = secret.secretValue.unsafeUnwrap()
    // Without a name, because another value is another key, and CloudFormation replaces nothing that has a fixed name.
    const key = new CfnApiKey(this, 'Key', {
      description: `${names.prefix}: what CloudFront shows`,
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
