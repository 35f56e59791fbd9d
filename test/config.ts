/** Debian's package `chromium` puts it there; elsewhere name the binary. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** What the journeys through a deployment are told of it; `test/deployed/read-target.ts` knows the names. */
export const deployedVariables: Readonly<Record<string, string | undefined>> = process.env

/** Tests of the store run against the DynamoDB that this names instead of one of their own. */
export const dynamodbUrl = process.env['AWS_ENDPOINT_URL_DYNAMODB']

/** What the programs that a test starts inherit: where they find others, and where packages come from. */
export const inheritedVariables: Readonly<Record<string, string | undefined>> = { ...process.env }

/** The AWS SDK reads its region, credentials and endpoints itself: clients that are made from now on get these. */
export function setSdkVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables)
}
