import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import * as z from 'zod'
import type { Account } from './account.ts'

/** By what a deployment is reached. */
export type Deployment = {
  cloudFrontName: string
  /** The beginning of a path, and the API that serves it; the first that fits counts. */
  apis: readonly (readonly [prefix: string, apiId: string])[]
  /** Sent by CloudFront to API Gateway. */
  originKey: string
  tableName: string
}

const outputs = z.object({
  CloudFrontName: z.string(),
  UsesApi: z.string(),
  UsesCallbacks: z.string(),
  UsesCheckout: z.string(),
  UsesDashboard: z.string(),
  UsesTable: z.string(),
})

const apiKeys = z.object({ item: z.tuple([z.object({ value: z.string() })]) })

export async function readDeployment(account: Account): Promise<Deployment> {
  const { Stacks = [] } = await new CloudFormationClient(account.client).send(
    new DescribeStacksCommand(),
  )
  const named = Stacks.flatMap(({ Outputs = [] }) =>
    Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  )
  const known = outputs.parse(Object.fromEntries(named))
  return {
    cloudFrontName: known.CloudFrontName,
    apis: [
      ['/api/v1/', known.UsesApi],
      ['/api/dashboard/', known.UsesDashboard],
      ['/api/chain/', known.UsesCallbacks],
      ['/api/providers/', known.UsesCallbacks],
      ['/api/', known.UsesCheckout],
    ],
    originKey: await readOriginKey(account),
    tableName: known.UsesTable.replace(/^.*\//, ''),
  }
}

/** The project has no client of API Gateway. The emulator wants a signature but doesn't verify it. */
async function readOriginKey({ endpoint, region, accessKeyId }: Account): Promise<string> {
  const credential = `${accessKeyId}/20260101/${region}/apigateway/aws4_request`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`
  const response = await fetch(`${endpoint}/apikeys?includeValues=true`, {
    headers: { authorization },
  })
  const [{ value }] = apiKeys.parse(await response.json()).item
  return value
}
