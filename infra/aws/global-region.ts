/** Where IAM reports its calls, and CloudFront has what belongs to it, whatever the Region of a deployment is. */
export const globalRegion = 'us-east-1'

/** Whether a deployment there can have stacks in it: other partitions have other Regions and credentials. */
export function hasGlobalRegion(homeRegion: string | undefined): homeRegion is string {
  return homeRegion !== undefined && !/^(cn|us-gov)-/.test(homeRegion)
}
