import type { IncomingHttpHeaders } from 'node:http'
import { namesThisMachine } from '../own-requests.ts'

/** Access keys of this instance's own programs, by id: 128 random bits, which are in a file that only its owner reads. */
export type AccessKeyIds = ReadonlySet<string>

/** The id of the access key that signed a request, if it is signed. */
export function accessKeyIdOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /Credential=([^/,\s]+)\//.exec(authorization)?.[1]
}

/** Whether a request is one of ours. Without ids, as in tests, every program on this machine may call. */
export function isOwnCall(headers: IncomingHttpHeaders, ids?: AccessKeyIds): boolean {
  return namesThisMachine(headers) && (ids?.has(accessKeyIdOf(headers) ?? '') ?? true)
}
