import { CfnOutput, Fn, Stack } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { tooManyRequests } from '../../local/gateway/gateway-error.ts'
import type { Names } from '../constructs/names.ts'
import { WithoutBootstrap } from '../constructs/without-bootstrap.ts'
import { globalRegion } from '../global-region.ts'

type VisitorLimitProps = {
  names: Names
  homeRegion: string
  /** How many requests an address may make in five minutes, approximately. */
  limit: number
}

/** Requests from servers, some from few addresses. Each of their APIs has its own limits. */
const pathsOfServers = ['/api/v1/', '/api/chain/', '/api/providers/']

/** The response that pages know from API Gateway. AWS WAF has no request id to put into it. */
const tooMany = Buffer.from(tooManyRequests('web-acl').body).toString()

const bodyKey = 'TooManyRequests'
const windowSeconds = 300
const output = 'WebAclArn'

/**
 * A web ACL that blocks an address whose visitors make too many requests for pages and what pages ask for, before they
 * reach anything that all visitors share. CloudFront accepts only an ACL in its own Region. 6 USD a month.
 */
export class VisitorLimitStack extends Stack {
  /** For a stack in the Region of the deployment. */
  readonly webAclArn: string

  constructor(scope: Construct, { names, homeRegion, limit }: VisitorLimitProps) {
    const stackName = names.visitorLimitStack(homeRegion)
    super(scope, stackName, {
      description: 'Limits the requests of each visitor',
      env: { region: globalRegion },
      synthesizer: new WithoutBootstrap(),
    })
    const acl = new CfnWebACL(this, 'WebAcl', {
      name: stackName,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metricNamed('WebAcl'),
      customResponseBodies: { [bodyKey]: { contentType: 'APPLICATION_JSON', content: tooMany } },
      rules: [
        {
          name: 'VisitorLimit',
          priority: 0,
          action: {
            block: { customResponse: { responseCode: 429, customResponseBodyKey: bodyKey } },
          },
          visibilityConfig: metricNamed('VisitorLimit'),
          statement: {
            rateBasedStatement: {
              limit,
              evaluationWindowSec: windowSeconds,
              aggregateKeyType: 'IP',
              scopeDownStatement: {
                notStatement: {
                  statement: { orStatement: { statements: pathsOfServers.map(under) } },
                },
              },
            },
          },
        },
      ],
    })
    new CfnOutput(this, output, { value: acl.attrArn })
    this.webAclArn = Fn.getStackOutput(stackName, output, globalRegion)
  }
}

function under(path: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      searchString: path,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  }
}

/** Without samples of requests, which have addresses of visitors, ids of sessions, and cookies and API keys in their headers. */
function metricNamed(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false }
}
