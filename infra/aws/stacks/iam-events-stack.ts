import { Aws, Stack } from 'aws-cdk-lib'
import { EventBus, type EventPattern, Rule } from 'aws-cdk-lib/aws-events'
import { EventBus as BusTarget } from 'aws-cdk-lib/aws-events-targets'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { Names } from '../constructs/names.ts'
import {
  deployedChanges,
  reportedByCloudFormation,
  roleChanges,
  ruleChanges,
  ruleIds,
  rulesNamed,
} from '../constructs/wallet-watch.ts'
import { WithoutBootstrap } from '../constructs/without-bootstrap.ts'
import { globalRegion, hasGlobalRegion } from '../global-region.ts'

/** Whether the watch on the wallet would see no calls of IAM. Other partitions have other Regions for IAM. */
export function isFarFromIam(homeRegion: string | undefined): homeRegion is string {
  return hasGlobalRegion(homeRegion) && homeRegion !== globalRegion
}

/**
 * Sends changes of roles, and changes of its own rules, to the Region of the deployment, whose watch decides which of
 * them concern the wallet. Needs no `cdk bootstrap` in its Region: it uploads nothing.
 */
export class IamEventsStack extends Stack {
  constructor(scope: Construct, { names, homeRegion }: { names: Names; homeRegion: string }) {
    const stackName = names.iamEventsStack(homeRegion)
    super(scope, stackName, {
      description: `Forwards changes of roles to ${homeRegion}`,
      env: { region: globalRegion },
      synthesizer: new WithoutBootstrap(),
    })
    const arn = `arn:${Aws.PARTITION}:events:${homeRegion}:${Aws.ACCOUNT_ID}:event-bus/default`
    const home = EventBus.fromEventBusArn(this, 'Home', arn)
    // Generated names would be cut, and then match neither the patterns nor the policy of docs/deploying-from-ci.md.
    const role = new Role(this, 'Role', {
      roleName: `${stackName}-forward`,
      assumedBy: new ServicePrincipal('events.amazonaws.com'),
    })
    const target = new BusTarget(home, { role })
    this.forward(`${stackName}-roles`, target, {
      source: ['aws.iam'],
      detail: { eventName: roleChanges },
    })
    this.forward(`${stackName}-rules`, target, {
      source: ['aws.events'],
      detail: { eventName: ruleChanges, ...rulesNamed(`${stackName}-`) },
    })
    this.forward(`${stackName}-deployed`, target, {
      source: ['aws.cloudformation'],
      detailType: [reportedByCloudFormation],
      detail: deployedChanges(['AWS::Events::Rule'], {
        'physical-resource-id': ruleIds(`${stackName}-`),
      }),
    })
  }

  private forward(ruleName: string, target: BusTarget, pattern: EventPattern): void {
    new Rule(this, ruleName, {
      ruleName,
      description: 'The alarm for changes of the roles that can open the wallet depends on this.',
      eventPattern: { detailType: ['AWS API Call via CloudTrail'], ...pattern },
      targets: [target],
    })
  }
}
