/** Where Debian's `chromium` package installs it; set the variable elsewhere. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Variables of the journeys through a deployment; `test/deployed/read-target.ts` parses them. */
export const deployedVariables: Readonly<Record<string, string | undefined>> = process.env

/** If set, tests of the store use this DynamoDB instead of starting one. */
export const dynamodbUrl = process.env['AWS_ENDPOINT_URL_DYNAMODB']

/** Variables that the programs started by a test inherit: paths of programs, and sources of packages. */
export const inheritedVariables: Readonly<Record<string, string | undefined>> = { ...process.env }

/** Sets region, credentials and endpoints of AWS clients created from now on; the SDK reads them itself. */
export function setSdkVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables)
}

/** If set, what tests write to the table is recorded in this folder; see `test/upgrade`. */
export const recordedItems = process.env['RECORDED_ITEMS']

/** If set, the browser tests save a screenshot of every status there. */
export const screenshotsFolder = process.env['SCREENSHOTS']

/** A folder that all processes of a run share; see `test/run-folder.ts`. */
export const runFolder = process.env['TEST_RUN_FOLDER']

/** Lets the processes that start from now on know it. */
export function setRunFolder(folder: string): void {
  process.env['TEST_RUN_FOLDER'] = folder
}

/** How long random histories of money are tried, and from which seed; see `soak/money.ts`. */
export const soak = {
  seed: Number(process.env['SOAK_SEED'] ?? 20260301),
  /** Null for a few of them. */
  minutes: process.env['SOAK_MINUTES'] === undefined ? null : Number(process.env['SOAK_MINUTES']),
}
