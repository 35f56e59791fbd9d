/** The Region of the deployment, which the CDK's command finds as the AWS CLI does and passes to the app. */
export const deploymentRegion = process.env['CDK_DEFAULT_REGION']

/** Set only for an emulator of AWS. */
export const awsEndpoint = (): string | undefined => process.env['AWS_ENDPOINT_URL']

/** For a program that this one starts. */
export const environmentWith = (more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
})

/** For bundlers: whoever builds with another one, such as a test, gets the same files. */
export const asInProduction = { 'process.env.NODE_ENV': '"production"' } as const
