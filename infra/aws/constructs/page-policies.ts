import { Duration } from 'aws-cdk-lib'
import {
  HeadersReferrerPolicy,
  type IResponseHeadersPolicy,
  ResponseHeadersPolicy,
  type ResponseHeadersPolicyProps,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { pageHeaders, strictPageHeaders } from '../../page-headers.ts'
import type { Names } from './names.ts'

type PagePolicies = Record<'page' | 'asset' | 'strictPage' | 'call', IResponseHeadersPolicy>

const revalidate = { 'Cache-Control': 'no-cache' }

type PagePoliciesProps = {
  names: Names
  /** HSTS also of all subdomains, and in browsers' lists: nobody but the owner of a domain can know whether it may be. */
  hstsPreload: boolean
}

/** The headers that CloudFront adds, one policy for each kind of response. */
export function pagePolicies(
  scope: Construct,
  { names, hstsPreload }: PagePoliciesProps,
): PagePolicies {
  const policy = (id: string, headers: Record<string, string>) =>
    new ResponseHeadersPolicy(scope, id, {
      responseHeadersPolicyName: names.globalName(id),
      ...headersOf(headers, hstsPreload),
    })
  return {
    page: policy('PageHeaders', { ...pageHeaders, ...revalidate }),
    asset: policy('AssetHeaders', pageHeaders),
    strictPage: policy('StrictPageHeaders', { ...strictPageHeaders, ...revalidate }),
    call: policy('CallHeaders', { 'X-Content-Type-Options': 'nosniff' }),
  }
}

/** CloudFront rejects security headers as custom headers: each has its own setting. */
function headersOf(
  headers: Record<string, string>,
  hstsPreload: boolean,
): ResponseHeadersPolicyProps {
  const {
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': nosniff,
    'Referrer-Policy': referrer,
    ...others
  } = headers
  const override = true
  return {
    securityHeadersBehavior: {
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: hstsPreload,
        preload: hstsPreload,
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
  }
}

function referrerPolicy(text: string): HeadersReferrerPolicy {
  const known = Object.values(HeadersReferrerPolicy).find((value) => value === text)
  if (known === undefined) throw new Error(`${text} is not a valid Referrer-Policy`)
  return known
}
