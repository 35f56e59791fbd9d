import type { IncomingMessage } from 'node:http'

type Account = {
  /** By bucket: its tag and the versions of its files. */
  buckets: Map<string, { service: string; versions: string[] }>
  changes: string[]
}

export type Response = { status: number; body: string }

export const xml = (body: string) => `<?xml version="1.0"?>${body}`

/** Responds as S3 does. */
export function ofS3(
  account: Account,
  { method, url = '' }: IncomingMessage,
  body: string,
): Response {
  const { pathname, searchParams } = new URL(url, 'http://s3.test')
  const bucketName = pathname.split('/')[1] ?? ''
  const ok = (content = '') => ({ status: 200, body: content && xml(content) })
  if (bucketName === '') {
    const prefix = searchParams.get('prefix') ?? ''
    const names = [...account.buckets.keys()].filter((name) => name.startsWith(prefix))
    const listed = names.map((name) => `<Bucket><Name>${name}</Name></Bucket>`).join('')
    return ok(`<ListAllMyBucketsResult><Buckets>${listed}</Buckets></ListAllMyBucketsResult>`)
  }
  const bucket = account.buckets.get(bucketName)
  if (!bucket) return { status: 404, body: xml('<Error><Code>NoSuchBucket</Code></Error>') }
  if (searchParams.has('tagging')) {
    return ok(
      `<Tagging><TagSet><Tag><Key>service</Key><Value>${bucket.service}</Value></Tag></TagSet></Tagging>`,
    )
  }
  if (searchParams.has('versions')) {
    const versions = bucket.versions.slice(0, 2).map(versionOf).join('')
    return ok(`<ListVersionsResult>${versions}</ListVersionsResult>`)
  }
  if (searchParams.has('delete')) {
    const deleted = [...body.matchAll(/<VersionId>(.+?)<\/VersionId>/g)].map(([, id]) => id)
    bucket.versions = bucket.versions.filter((id) => !deleted.includes(id))
    return ok('<DeleteResult></DeleteResult>')
  }
  if (method !== 'DELETE' || bucket.versions.length > 0) {
    return { status: 409, body: xml('<Error><Code>BucketNotEmpty</Code></Error>') }
  }
  account.buckets.delete(bucketName)
  account.changes.push(`delete bucket ${bucketName}`)
  return { status: 204, body: '' }
}

function versionOf(id: string): string {
  const element = id.startsWith('marker') ? 'DeleteMarker' : 'Version'
  return `<${element}><Key>checkout/index.html</Key><VersionId>${id}</VersionId></${element}>`
}
