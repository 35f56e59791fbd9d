import { App, type AppProps, DefaultStackSynthesizer } from 'aws-cdk-lib'

/** The CDK's app of the service. It looks nothing up, so whoever deploys needs no role that may read the whole account. */
export function serviceApp(props: AppProps = {}): App {
  // An object, since the types of the CDK disagree with each other under exactOptionalPropertyTypes.
  const withoutLookups: object = {
    defaultStackSynthesizer: new DefaultStackSynthesizer({
      useLookupRoleForStackOperations: false,
    }),
  }
  return new App({ ...props, ...withoutLookups })
}
