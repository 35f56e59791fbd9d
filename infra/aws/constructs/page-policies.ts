import { Duration } from 'aws-cdk-lib'
import {
  HeadersReferrerPolicy,
  type IResponseHeadersPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { docsHeaders, pageHeaders } from '../../page-headers.ts'

type PagePolicies = Record<'page' | 'asset' | 'docs' | 'call', IResponseHeadersPolicy>

const revalidate = { 'Cache-Control': 'no-cache' }
/** Vite names assets by their content. */
const keepForEver = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** What CloudFront adds to what it serves, a policy for each kind of it. */
export function pagePolicies(scope: Construct): PagePolicies {
  return {
    page: policy(scope, 'PageHeaders', { ...pageHeaders, ...revalidate }),
    asset: policy(scope, 'AssetHeaders', { ...pageHeaders, ...keepForEver }),
    docs: policy(scope, 'DocsHeaders', { ...docsHeaders, ...revalidate }),
    call: policy(scope, 'CallHeaders', { 'X-Content-Type-Options': 'nosniff' }),
  }
}

/** CloudFront refuses the security headers as custom ones: each has a place of its own. */
function policy(scope: Construct, id: string, headers: Record<string, string>) {
  const {
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': nosniff,
    'Referrer-Policy': referrer,
    ...others
  } = headers
  const override = true
  return new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        preload: true,
        override,
      },
      ...(nosniff && { contentTypeOptions: { override } }),
      ...(contentSecurityPolicy && {
        contentSecurityPolicy: { contentSecurityPolicy, override },
      }),
      ...(referrer && { referrerPolicy: { referrerPolicy: referrerPolicy(referrer), override } }),
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override })),
    },
  })
}

function referrerPolicy(text: string): HeadersReferrerPolicy {
  const known = Object.values(HeadersReferrerPolicy).find((value) => value === text)
  if (known === undefined) throw new Error(`${text} is no Referrer-Policy`)
  return known
}
