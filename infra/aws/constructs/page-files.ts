import { join } from 'node:path'
import { CfnElement, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { invariant } from '../../../shared/kernel/invariant.ts'
import { dashboardFolder, docsFolder, pagesFolder } from '../../build/build-pages.ts'
import { drafts } from '../../build/write-if-changed.ts'
import { acknowledge } from '../nag-reasons.ts'

type PageFolders = { checkout: string; dashboard: string; docs: string }

const built: PageFolders = { checkout: pagesFolder, dashboard: dashboardFolder, docs: docsFolder }

/**
 * The bucket with the built pages. Files of earlier builds are never deleted, because open pages still request them: a
 * thousand deployments cost a few cents a month.
 */
export function pageFiles(stack: Stack, folders = built): IBucket {
  const bucket: unknown = new Bucket(stack, 'Pages', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    versioned: true,
    lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
    removalPolicy: RemovalPolicy.RETAIN,
  })
  // CDK's Bucket class doesn't satisfy its own IBucket type under exactOptionalPropertyTypes.
  invariant(isBucket(bucket), 'a bucket is a bucket')
  acknowledge(bucket, { S1: 'Public pages, read only by CloudFront.' })
  upload(stack, bucket, folders)
  acknowledgeUploader(stack, bucket)
  return bucket
}

function isBucket(made: unknown): made is IBucket {
  return made instanceof Bucket
}

function upload(stack: Stack, destinationBucket: IBucket, folders: PageFolders): void {
  uploadPage(stack, { destinationBucket, name: 'checkout', folder: folders.checkout })
  uploadPage(stack, { destinationBucket, name: 'dashboard', folder: folders.dashboard })
  new BucketDeployment(stack, 'Upload-docs', {
    destinationBucket,
    prune: false,
    sources: [Source.asset(folders.docs, { exclude: [drafts] })],
    destinationKeyPrefix: 'docs',
  })
}

type UploadedPage = { destinationBucket: IBucket; name: string; folder: string }

function uploadPage(stack: Stack, { destinationBucket, name, folder }: UploadedPage): void {
  const common = { destinationBucket, prune: false }
  const assets = new BucketDeployment(stack, `Upload-${name}-assets`, {
    ...common,
    sources: [Source.asset(join(folder, 'assets'), { exclude: [drafts] })],
    destinationKeyPrefix: `${name}/assets`,
    // Vite names assets by their content. Set on the file, not in CloudFront, because errors must never be cached.
    cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
  })
  const page = new BucketDeployment(stack, `Upload-${name}`, {
    ...common,
    sources: [Source.asset(folder, { exclude: ['assets', drafts] })],
    destinationKeyPrefix: name,
  })
  // The assets must exist before the page that refers to them.
  page.node.addDependency(assets)
}

/** CDK's own function copies the pages into the bucket. */
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
  const reason = "CDK's own uploader copies the pages from the asset bucket to the pages bucket."
  acknowledge(stack, {
    ...Object.fromEntries([...read, ...write, ...within].map((each) => [`IAM5[${each}]`, reason])),
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
      reason,
    L1: reason,
  })
}
