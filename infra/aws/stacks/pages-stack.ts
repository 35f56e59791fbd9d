import { CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type DistributionProps,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginRequestPolicy,
  PriceClass,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { Construct } from 'constructs'
import type { ApiName } from '../concurrency-plan.ts'
import type { Names } from '../constructs/names.ts'
import { OriginKey } from '../constructs/origin-key.ts'
import { pageFiles } from '../constructs/page-files.ts'
import { pagePolicies } from '../constructs/page-policies.ts'
import { stageName } from '../constructs/service-api.ts'
import { requestIdCode, routePageCode, viewerAddressCode } from '../edge/edge-code.ts'
import { acknowledge } from '../nag-reasons.ts'
import { recordUsed } from '../references.ts'

type Domain = { name: string; certificateArn: string }

export type PagesStackProps = {
  names: Names
  domain?: Domain | undefined
  /** A different value creates a different key between CloudFront and API Gateway. */
  originKey: string
  webAclArn: string | undefined
  hstsPreload: boolean
  securityContact: string | undefined
  apiIds: Readonly<Record<ApiName, string>>
}

/** Serves everything at one URL: pages from a bucket, and everything under `/api` from the REST APIs, never cached. */
export class PagesStack extends Stack {
  constructor(scope: Construct, props: PagesStackProps) {
    const { names, domain, originKey, webAclArn, apiIds } = props
    super(scope, `${names.prefix}-pages`, {
      description: 'CloudFront, and the pages',
      // CloudFront never gives the same domain again, which merchants have in their links.
      terminationProtection: true,
    })
    recordUsed(this, apiIds)
    const key = new OriginKey(this, {
      names,
      apiIds: Object.values(apiIds),
      stageName,
      version: originKey,
    })
    const policies = pagePolicies(this, props)
    const files = S3BucketOrigin.withOriginAccessControl(pageFiles(this), {
      originAccessControl: new S3OriginAccessControl(this, 'PageAccess', {
        originAccessControlName: names.globalName('pages'),
      }),
    })
    const page = this.pageBehavior(files, props)
    const asset = { ...fileBehavior(files), cachePolicy: CachePolicy.CACHING_OPTIMIZED }
    const call = this.callBehavior()
    const callback = { ...call(apiIds.callbacks, key), responseHeadersPolicy: policies.call }
    const distribution = new Distribution(this, 'Distribution', {
      comment: names.prefix,
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      ...domainProps(this, domain),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      defaultBehavior: { ...page, responseHeadersPolicy: policies.page },
      additionalBehaviors: {
        '/checkout/assets/*': { ...asset, responseHeadersPolicy: policies.asset },
        '/dashboard/assets/*': { ...asset, responseHeadersPolicy: policies.asset },
        '/dashboard*': { ...page, responseHeadersPolicy: policies.strictPage },
        '/docs*': { ...page, responseHeadersPolicy: policies.strictPage },
        '/api/v1/*': { ...call(apiIds.api, key), responseHeadersPolicy: policies.call },
        '/api/dashboard/*': {
          ...call(apiIds.dashboard, key),
          responseHeadersPolicy: policies.call,
        },
        '/api/chain/*': callback,
        '/api/providers/*': callback,
        '/api/*': { ...call(apiIds.checkout, key), responseHeadersPolicy: policies.call },
      },
    })
    // The APIs must accept a new key before CloudFront sends it; the old key is deleted afterwards.
    distribution.node.addDependency(key)
    acknowledgeDistribution(distribution, domain)
    new CfnOutput(this, 'BaseUrl', {
      value: `https://${domain?.name ?? distribution.distributionDomainName}`,
      description: 'The URL of the service for merchants and customers',
    })
    new CfnOutput(this, 'CloudFrontName', {
      value: distribution.distributionDomainName,
      description: "The target for the domain's CNAME record",
    })
  }

  private pageBehavior(
    origin: IOrigin,
    { names, securityContact }: Pick<PagesStackProps, 'names' | 'securityContact'>,
  ): BehaviorOptions {
    const route = new EdgeFunction(this, 'RoutePage', {
      code: FunctionCode.fromInline(routePageCode(securityContact)),
      runtime: FunctionRuntime.JS_2_0,
    })
    const name = new EdgeFunction(this, 'AddRequestId', {
      code: FunctionCode.fromInline(requestIdCode()),
      runtime: FunctionRuntime.JS_2_0,
    })
    return {
      ...fileBehavior(origin),
      cachePolicy: this.briefCaching(names),
      functionAssociations: [
        { function: route, eventType: FunctionEventType.VIEWER_REQUEST },
        { function: name, eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    }
  }

  /** CloudFront compresses only what it may cache, so pages are cached for a second. */
  private briefCaching(names: Names): CachePolicy {
    const second = Duration.seconds(1)
    return new CachePolicy(this, 'BriefCaching', {
      cachePolicyName: names.globalName('brief-caching'),
      minTtl: second,
      defaultTtl: second,
      maxTtl: second,
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    })
  }

  private callBehavior(): (apiId: string, key: OriginKey) => BehaviorOptions {
    const nameViewer = new EdgeFunction(this, 'AddViewerAddress', {
      code: FunctionCode.fromInline(viewerAddressCode()),
      runtime: FunctionRuntime.JS_2_0,
    })
    return (apiId, key) => ({
      origin: new HttpOrigin(`${apiId}.execute-api.${this.region}.${this.urlSuffix}`, {
        originPath: `/${stageName}`,
        customHeaders: { 'x-api-key': key.value },
        // A stream of the checkout page can be silent for up to 15 seconds.
        readTimeout: Duration.seconds(60),
        keepaliveTimeout: Duration.seconds(30),
      }),
      // An API key sent over plain HTTP is compromised: an error is better than a redirect.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      // Compression would delay the small chunks of a stream.
      compress: false,
      functionAssociations: [{ function: nameViewer, eventType: FunctionEventType.VIEWER_REQUEST }],
    })
  }
}

/** Serves the bucket's files directly. No function has a list of the assets, so those of earlier builds are found too. */
function fileBehavior(origin: IOrigin): BehaviorOptions {
  return {
    origin,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    compress: true,
  }
}

function domainProps(scope: Construct, domain: Domain | undefined): Partial<DistributionProps> {
  if (!domain) return {}
  return {
    domainNames: [domain.name],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  }
}

function acknowledgeDistribution(distribution: Distribution, domain: Domain | undefined): void {
  acknowledge(distribution, {
    CFR1: 'Customers may be anywhere.',
    CFR2: 'A web ACL costs more than everything else together; the owner can add one.',
    CFR3: "Its logs contain customers' addresses and session ids; API Gateway's logs don't.",
    ...(!domain && {
      CFR4: "CloudFront's own domain names always allow TLS 1.0; the owner's domain does not.",
    }),
  })
}
