/** Where IAM reports its calls, and CloudFront has what belongs to it, whatever the Region of a deployment is. */
export const globalRegion = 'us-east-1'
