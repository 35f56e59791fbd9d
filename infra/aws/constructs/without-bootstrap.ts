import {
  type DockerImageAssetLocation,
  type DockerImageAssetSource,
  type FileAssetLocation,
  type FileAssetSource,
  type IStackSynthesizer,
  type ISynthesisSession,
  LegacyStackSynthesizer,
  type Stack,
} from 'aws-cdk-lib'

/**
 * Deploys with the caller's credentials, so that a Region with nothing to upload needs no `cdk bootstrap`. A wrapper, since
 * the library's class is not of its own interface's type.
 */
export class WithoutBootstrap implements IStackSynthesizer {
  private readonly legacy = new LegacyStackSynthesizer()

  bind(stack: Stack): void {
    this.legacy.bind(stack)
  }

  addFileAsset(asset: FileAssetSource): FileAssetLocation {
    return this.legacy.addFileAsset(asset)
  }

  addDockerImageAsset(asset: DockerImageAssetSource): DockerImageAssetLocation {
    return this.legacy.addDockerImageAsset(asset)
  }

  synthesize(session: ISynthesisSession): void {
    this.legacy.synthesize(session)
  }
}
