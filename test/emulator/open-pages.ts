import {
  GetBucketPolicyCommand,
  ListBucketsCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import * as z from 'zod'
import type { Account } from './account.ts'

const policy = z.looseObject({ Statement: z.array(z.looseObject({ Effect: z.string() })) })

/** Removes what denies plain HTTP: the emulator's CloudFront reads the bucket of the pages by it. */
export async function openPages({ client }: Account): Promise<void> {
  const s3 = new S3Client(client)
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({ Prefix: 'quittance-pages-' }))
  for (const { Name: Bucket } of Buckets) {
    const { Policy = '' } = await s3.send(new GetBucketPolicyCommand({ Bucket }))
    const { Statement, ...rest } = policy.parse(JSON.parse(Policy))
    const allowed = Statement.filter(({ Effect }) => Effect !== 'Deny')
    const opened = JSON.stringify({ ...rest, Statement: allowed })
    await s3.send(new PutBucketPolicyCommand({ Bucket, Policy: opened }))
  }
}
