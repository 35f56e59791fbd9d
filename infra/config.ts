/** The Region of the deployment, which the CDK's command finds as the AWS CLI does and passes to the app. */
export const deploymentRegion = process.env['CDK_DEFAULT_REGION']
