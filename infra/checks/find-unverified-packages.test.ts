import { expect, it } from 'vitest'
import { findUnverifiedPackages } from './find-unverified-packages.ts'

it('finds what npm would install without comparing a hash', () => {
  const found = findUnverifiedPackages({
    packages: {
      '': { name: 'quittance' },
      'node_modules/viem': { version: '2.57.1', integrity: 'sha512-uQ==' },
      'node_modules/@foundry-rs/anvil-darwin-arm64': { version: '1.7.1', os: ['darwin'] },
      'node_modules/aws-cdk-lib/node_modules/yaml': { version: '1.10.3', inBundle: true },
      'node_modules/quittance-sdk': { resolved: 'sdk', link: true },
    },
  })
  expect(found).toEqual(['node_modules/@foundry-rs/anvil-darwin-arm64'])
})
