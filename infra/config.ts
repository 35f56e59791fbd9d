/** The Region of the deployment, which the CDK's command finds as the AWS CLI does and passes to the app. */
export const deploymentRegion = process.env['CDK_DEFAULT_REGION']

/** Where CloudFormation is, if not at AWS: the SDK's own variables, for the one service that is called without it. */
export const cloudFormationEndpoint =
  process.env['AWS_ENDPOINT_URL_CLOUDFORMATION'] ?? process.env['AWS_ENDPOINT_URL']
