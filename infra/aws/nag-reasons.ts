import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Leaves findings of cdk-nag as they are, each for a reason: rule, such as `APIG2`, → reason. */
export function acknowledge(
  construct: IConstruct,
  reasons: Readonly<Record<string, string>>,
): void {
  for (const [rule, reason] of Object.entries(reasons)) {
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason })
  }
}
