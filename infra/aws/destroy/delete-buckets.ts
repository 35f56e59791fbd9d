import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3'

/**
 * The buckets with this deployment's pages, those that a failed first deployment has left behind included: CloudFormation
 * names them after their stack, and they have the deployment's tag.
 */
export async function pageBuckets(s3: S3Client, prefix: string): Promise<string[]> {
  const region = await s3.config.region()
  const command = new ListBucketsCommand({ Prefix: `${prefix}-pages-`, BucketRegion: region })
  const { Buckets = [] } = await s3.send(command)
  const names = Buckets.flatMap(({ Name }) => Name ?? [])
  const own = await Promise.all(
    names.map(async (name) => ((await serviceOf(s3, name)) === prefix ? [name] : [])),
  )
  return own.flat()
}

async function serviceOf(s3: S3Client, Bucket: string): Promise<string | undefined> {
  try {
    const { TagSet = [] } = await s3.send(new GetBucketTaggingCommand({ Bucket }))
    return TagSet.find(({ Key }) => Key === 'service')?.Value
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchTagSet') return undefined
    throw error
  }
}

/** Deletes every version of every file, then the bucket. */
export async function deleteBucket(s3: S3Client, Bucket: string): Promise<void> {
  for (;;) {
    // Always the first page: what it listed is gone.
    const { Versions = [], DeleteMarkers = [] } = await s3.send(
      new ListObjectVersionsCommand({ Bucket }),
    )
    const Objects = [...Versions, ...DeleteMarkers].flatMap(({ Key, VersionId }) =>
      Key === undefined ? [] : [{ Key, VersionId }],
    )
    if (Objects.length === 0) break
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    )
    const [first] = Errors
    if (first) throw new Error(`${first.Key} in ${Bucket} could not be deleted: ${first.Message}`)
  }
  await s3.send(new DeleteBucketCommand({ Bucket }))
}
