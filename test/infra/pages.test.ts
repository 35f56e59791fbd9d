import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { pageHeaders, strictPageHeaders } from '../../infra/page-headers.ts'
import { ownTemplates, propertiesOf, resourcesOf, type Template } from './synthesis.ts'

/** Policies of AWS's own, the same in every account. */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

const behavior = z.looseObject({
  PathPattern: z.string().default('*'),
  TargetOriginId: z.string(),
  ResponseHeadersPolicyId: z.string(),
  FunctionAssociations: z
    .array(z.object({ EventType: z.string(), FunctionARN: z.string() }))
    .default([]),
})
const origin = z.looseObject({
  Id: z.string(),
  OriginAccessControlId: z.string().optional(),
  OriginPath: z.string().optional(),
  OriginCustomHeaders: z
    .array(z.object({ HeaderName: z.string(), HeaderValue: z.string() }))
    .default([]),
})
const distributionConfig = z.looseObject({
  CacheBehaviors: z.array(behavior),
  DefaultCacheBehavior: behavior,
  Origins: z.array(origin),
})
const headersPolicy = z.object({
  CustomHeadersConfig: z.object({
    Items: z.array(z.object({ Header: z.string(), Value: z.string() })),
  }),
  SecurityHeadersConfig: z.looseObject({
    ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }).optional(),
    StrictTransportSecurity: z.looseObject({ AccessControlMaxAgeSec: z.int() }),
  }),
})

let templates: ReadonlyMap<string, Template>
let distribution: z.output<typeof distributionConfig>

beforeAll(async () => {
  templates = await ownTemplates()
  const [made] = propertiesOf(templates, 'AWS::CloudFront::Distribution')
  distribution = distributionConfig.parse(made?.['DistributionConfig'])
})

/** The behavior that CloudFront selects: the first pattern that matches, else the default. */
function behaviorOf(path: string) {
  const { CacheBehaviors, DefaultCacheBehavior } = distribution
  const fits = ({ PathPattern }: { PathPattern: string }) =>
    new RegExp(`^${PathPattern.replaceAll('*', '.*')}$`).test(path)
  return CacheBehaviors.find(fits) ?? DefaultCacheBehavior
}

function originOf(path: string) {
  const { TargetOriginId } = behaviorOf(path)
  return distribution.Origins.find(({ Id }) => Id === TargetOriginId)
}

function headersOf(path: string) {
  const { ResponseHeadersPolicyId } = behaviorOf(path)
  const policies = resourcesOf(templates, 'AWS::CloudFront::ResponseHeadersPolicy')
  const policy = policies.find(({ logicalId }) => logicalId === ResponseHeadersPolicyId)
  return headersPolicy.parse(policy?.properties['ResponseHeadersPolicyConfig'])
}

describe.each([
  '/api/v1/events',
  '/api/checkout/sessions/cs_1/stream',
  '/api/chain/notifications/alchemy',
])('a call to %s', (path) => {
  it('is never cached, compressed or redirected, and keeps its method, headers and query', () => {
    expect(behaviorOf(path)).toMatchObject({
      CachePolicyId: cachingDisabled,
      OriginRequestPolicyId: allViewerExceptHost,
      Compress: false,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']),
    })
  })

  it('sends the origin key, which is in no template', () => {
    expect(originOf(path)).toMatchObject({
      OriginPath: '/live',
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
      OriginCustomHeaders: [
        {
          HeaderName: 'x-api-key',
          HeaderValue: expect.stringMatching(/^OriginKeyValue.+\.Value$/),
        },
      ],
    })
    const [key] = propertiesOf(templates, 'AWS::ApiGateway::ApiKey')
    expect(key).toMatchObject({ Enabled: true })
    expect(key).not.toHaveProperty('Value')
  })

  it('says who the viewer is', () => {
    expect(behaviorOf(path).FunctionAssociations).toEqual([
      { EventType: 'viewer-request', FunctionARN: expect.stringContaining('AddViewerAddress') },
    ])
  })
})

it('each API gets its own requests', () => {
  const paths = ['/api/v1/events', '/api/checkout/links/a', '/api/dashboard/list-api-keys']
  const callbacks = ['/api/chain/notifications/alchemy', '/api/providers/moonpay/webhook']
  const origins = [...paths, ...callbacks].map((path) => originOf(path)?.Id)
  expect(new Set(origins).size).toBe(4)
  expect(new Set(origins.slice(3)).size).toBe(1)
  const stage = { Stage: 'live' }
  expect(propertiesOf(templates, 'AWS::ApiGateway::UsagePlan')).toMatchObject([
    { ApiStages: [stage, stage, stage, stage] },
  ])
})

describe.each([
  ['/l/abcdefghjk', pageHeaders, { 'Cache-Control': 'no-cache' }],
  ['/checkout/cs_1', pageHeaders, { 'Cache-Control': 'no-cache' }],
  ['/checkout/assets/index-1.js', pageHeaders, {}],
  ['/dashboard', strictPageHeaders, { 'Cache-Control': 'no-cache' }],
  ['/dashboard/test/keys', strictPageHeaders, { 'Cache-Control': 'no-cache' }],
  ['/dashboard/assets/index-1.js', pageHeaders, {}],
  ['/docs', strictPageHeaders, { 'Cache-Control': 'no-cache' }],
])('the page %s', (path, headers, caching) => {
  it('has the same headers as an instance on one machine, plus HSTS', () => {
    const { CustomHeadersConfig, SecurityHeadersConfig } = headersOf(path)
    const custom = CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])
    expect(Object.fromEntries(custom)).toEqual({
      ...caching,
      'Permissions-Policy': headers['Permissions-Policy'],
      'Cross-Origin-Opener-Policy': 'same-origin',
    })
    expect(SecurityHeadersConfig).toMatchObject({
      ContentSecurityPolicy: { ContentSecurityPolicy: headers['Content-Security-Policy'] },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: headers['Referrer-Policy'] },
      StrictTransportSecurity: {
        AccessControlMaxAgeSec: 63_072_000,
        IncludeSubdomains: false,
        Preload: false,
      },
    })
    expect(behaviorOf(path)).toMatchObject({ ViewerProtocolPolicy: 'redirect-to-https' })
  })

  it('comes from the bucket', () => {
    expect(originOf(path)?.OriginAccessControlId).toContain('PageAccess')
  })
})

it('pages are cached for a second, because CloudFront compresses nothing else', () => {
  const [policy] = propertiesOf(templates, 'AWS::CloudFront::CachePolicy')
  expect(policy?.['CachePolicyConfig']).toMatchObject({
    MinTTL: 1,
    DefaultTTL: 1,
    MaxTTL: 1,
    ParametersInCacheKeyAndForwardedToOrigin: {
      EnableAcceptEncodingGzip: true,
      EnableAcceptEncodingBrotli: true,
    },
  })
  for (const path of ['/', '/checkout/cs_1', '/dashboard', '/docs']) {
    expect(behaviorOf(path)).toMatchObject({
      Compress: true,
      CachePolicyId: expect.stringContaining('BriefCaching'),
    })
  }
  for (const api of propertiesOf(templates, 'AWS::ApiGateway::RestApi')) {
    expect(api).toMatchObject({ MinimumCompressionSize: 1000 })
  }
})

it.each(['/', '/l/abcdefghjk', '/checkout/cs_1', '/dashboard', '/docs', '/favicon.ico'])(
  'the path %s is rewritten, and its request named',
  (path) => {
    expect(behaviorOf(path).FunctionAssociations).toEqual([
      { EventType: 'viewer-request', FunctionARN: expect.stringContaining('RoutePage') },
      { EventType: 'viewer-response', FunctionARN: expect.stringContaining('AddRequestId') },
    ])
  },
)

describe('while the service is updated', () => {
  const uploads = () => resourcesOf(templates, 'Custom::CDKBucketDeployment')
  const uploadTo = (prefix: string) =>
    uploads().find(({ properties }) => properties['DestinationBucketKeyPrefix'] === prefix)

  it('every upload keeps the files of earlier builds', () => {
    expect(uploads()).toHaveLength(5)
    for (const { properties } of uploads()) expect(properties).toMatchObject({ Prune: false })
  })

  describe.each(['checkout', 'dashboard'])('the %s', (name) => {
    it('still gets the previous build’s assets, which no function lists', () => {
      expect(behaviorOf(`/${name}/assets/index-of-before.js`).FunctionAssociations).toEqual([])
    })

    it('is uploaded only after its assets', () => {
      const assets = uploadTo(`${name}/assets`)
      expect(uploadTo(name)).toMatchObject({
        DependsOn: expect.arrayContaining([assets?.logicalId]),
      })
    })

    it('has assets that browsers cache forever, but not the error for a missing one', () => {
      expect(uploadTo(`${name}/assets`)?.properties).toMatchObject({
        SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      })
      expect(uploadTo(name)?.properties).not.toHaveProperty('SystemMetadata')
    })
  })
})

it('the distribution’s error pages do not replace the API’s errors', () => {
  expect(distribution).not.toHaveProperty('CustomErrorResponses')
})

it('the bucket is CloudFront’s alone', () => {
  expect(propertiesOf(templates, 'AWS::S3::Bucket')).toMatchObject([
    {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      VersioningConfiguration: { Status: 'Enabled' },
    },
  ])
  const [policy] = propertiesOf(templates, 'AWS::S3::BucketPolicy')
  expect(policy?.['PolicyDocument']).toMatchObject({
    Statement: [
      { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      {
        Effect: 'Allow',
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Condition: { StringEquals: { 'AWS:SourceArn': expect.stringContaining('distribution/') } },
      },
    ],
  })
})
