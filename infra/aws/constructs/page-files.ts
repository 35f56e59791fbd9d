import { join } from 'node:path'
import { CfnElement, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { invariant } from '../../../shared/kernel/invariant.ts'
import { docsFolder, pagesFolder } from '../../build/build-pages.ts'
import { acknowledge } from '../nag-reasons.ts'

/** The bucket with the built pages. Files of earlier builds stay, because open pages still ask for them. */
export function pageFiles(stack: Stack): IBucket {
  const bucket: unknown = new Bucket(stack, 'Pages', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    versioned: true,
    lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
    removalPolicy: RemovalPolicy.RETAIN,
  })
  // CDK's own class does not fit its own type under exactOptionalPropertyTypes.
  invariant(isBucket(bucket), 'a bucket is a bucket')
  acknowledge(bucket, { S1: 'Public pages, read by CloudFront alone.' })
  upload(stack, bucket)
  acknowledgeUploader(stack, bucket)
  return bucket
}

function isBucket(made: unknown): made is IBucket {
  return made instanceof Bucket
}

function upload(stack: Stack, destinationBucket: IBucket): void {
  const common = { destinationBucket, prune: false }
  const assets = new BucketDeployment(stack, 'Upload-assets', {
    ...common,
    sources: [Source.asset(join(pagesFolder, 'assets'))],
    destinationKeyPrefix: 'checkout/assets',
    // Vite names them by their content. On the file, not in CloudFront: an error must never be kept.
    cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
  })
  const page = new BucketDeployment(stack, 'Upload-checkout', {
    ...common,
    sources: [Source.asset(pagesFolder, { exclude: ['assets'] })],
    destinationKeyPrefix: 'checkout',
  })
  // Whoever reads the page finds the assets that it names.
  page.node.addDependency(assets)
  new BucketDeployment(stack, 'Upload-docs', {
    ...common,
    sources: [Source.asset(docsFolder)],
    destinationKeyPrefix: 'docs',
  })
}

/** The function that copies the pages into the bucket is CDK's own. */
function acknowledgeUploader(stack: Stack, bucket: IBucket): void {
  const { defaultChild } = bucket.node
  const logicalId = CfnElement.isCfnElement(defaultChild)
    ? stack.resolve(defaultChild.logicalId)
    : ''
  const read = ['s3:GetObject*', 's3:GetBucket*', 's3:List*'].map((action) => `Action::${action}`)
  const write = ['s3:DeleteObject*', 's3:Abort*'].map((action) => `Action::${action}`)
  const within = [
    `Resource::<${logicalId}.Arn>/*`,
    'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
  ]
  const reason =
    "CDK's own uploader of the pages: from the deployment's bucket to that of the pages."
  acknowledge(stack, {
    ...Object.fromEntries([...read, ...write, ...within].map((each) => [`IAM5[${each}]`, reason])),
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
      reason,
    L1: reason,
  })
}
