import { inheritedVariables } from '../config.ts'

/** The emulator's account, which needs no password, in a Region that isn't CloudFront's own. */
export type Account = ReturnType<typeof accountAt>

export function accountAt(endpoint: string) {
  const region = 'eu-central-1'
  // The terminal wants one that looks like those of AWS.
  const accessKeyId = 'AKIAIOSFODNN7EXAMPLE'
  const secretAccessKey = 'emulated'
  return {
    endpoint,
    region,
    accessKeyId,
    client: {
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
    },
    variables: {
      ...withoutAws(),
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  }
}

/** So that nothing of the user's own account is used: no profile, no role, no endpoint of a single service. */
export function withoutAws(): Record<string, string> {
  const own = Object.entries(inheritedVariables).flatMap(([name, value]) =>
    value === undefined || name.startsWith('AWS_') ? [] : [[name, value]],
  )
  return {
    ...Object.fromEntries(own),
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  }
}
