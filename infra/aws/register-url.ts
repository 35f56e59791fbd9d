import * as z from 'zod'
import { type MintedSetupToken, mintSetupToken } from '../../shared/admin/setup/mint-setup-token.ts'
import { type SeededNetworks, seedNetworks } from '../../shared/payments/networks/seed-networks.ts'
import { testNetworks } from '../../shared/payments/networks/test-networks.ts'
import { moveInstance } from '../../shared/records/settings/move-instance.ts'
import type { CallOperator } from '../operate/call-operator.ts'
import { OperateError } from '../operate/operate-error.ts'
import { plainText } from '../operate/plain-text.ts'
import { probeLines } from '../operate/probe-lines.ts'
import type { NetworkSeed } from './network-seed.ts'

const suffix = '-pages'

const outputs = z.record(
  z.string().endsWith(suffix),
  z.object({ BaseUrl: z.url(), CloudFrontName: z.string() }),
)

/**
 * Registers the deployed service's URL, which is in CloudFormation's outputs, saves the first networks, and creates the
 * setup token if the service isn't set up. Returns a summary for the owner, with the token only the first time.
 */
export async function registerUrl(
  stackOutputs: Record<string, unknown>,
  connect: (functionPrefix: string) => Promise<CallOperator>,
  seed: NetworkSeed,
): Promise<string> {
  const pages = Object.entries(stackOutputs).filter(([stack]) => stack.endsWith(suffix))
  const [deployed] = Object.entries(outputs.parse(Object.fromEntries(pages)))
  if (!deployed)
    throw new OperateError('The deployment has no pages, so it has no URL. Deploy all stacks.')
  const [stack, { BaseUrl, CloudFrontName }] = deployed
  const functionPrefix = `${stack.slice(0, -suffix.length)}-`
  const call = await connect(functionPrefix)
  const { baseUrl, movedFrom } = await call(moveInstance, { baseUrl: BaseUrl })
  const setupToken = await call(mintSetupToken)
  const seeded = seed.networks.length > 0 ? await call(seedNetworks, seed) : undefined
  const nodes = await probe(call)
  const networks = [...seedLines(seeded), ...nodes]
  return plainText(
    summary({
      baseUrl,
      movedFrom,
      functionPrefix,
      cloudFrontName: CloudFrontName,
      setupToken,
      networks,
    }),
  )
}

/** A failed probe doesn't fail the deployment. */
async function probe(call: CallOperator): Promise<string[]> {
  try {
    const probed = await call(testNetworks)
    if (probed.chains.length === 0) return ['no chain is enabled (docs/operate.md, "Networks")']
    const lines = probeLines(probed)
    return lines.length ? lines : ['all OK']
  } catch (error) {
    return [`not probed (${error instanceof Error ? error.message : error}); run networks test`]
  }
}

/** Chains of the context that were left out have to be added by hand: the seed is used once. */
function seedLines(seeded: SeededNetworks | undefined): string[] {
  if (!seeded) return []
  const { saved, unverified, left } = seeded
  return [
    ...(saved.length > 0 ? [`saved for chains ${saved.join(', ')}`] : []),
    ...unverified.map(
      ({ chainId, reason }) => `chain ${chainId} not verified yet, and tried again: ${reason}`,
    ),
    ...left.map(({ chainId, reason }) => `chain ${chainId} not saved: ${reason}`),
  ]
}

type Summary = {
  baseUrl: string
  /** The base URL before this deployment. */
  movedFrom: string | null
  functionPrefix: string
  cloudFrontName: string
  setupToken: MintedSetupToken
  /** Lines about the networks that were saved from the context, and the result of their probe. */
  networks: readonly string[]
}

function summary(deployed: Summary): string {
  const { baseUrl, movedFrom, functionPrefix, cloudFrontName, setupToken, networks } = deployed
  const operate = `FUNCTION_PREFIX=${functionPrefix} npm run operate --`
  return [
    '',
    `Base URL       ${baseUrl}`,
    ...passkeyLines(baseUrl, movedFrom, operate),
    `API reference  ${baseUrl}/docs`,
    `Dashboard      ${baseUrl}/dashboard`,
    `CloudFront     ${cloudFrontName} (the target for your domain's CNAME record)`,
    ...tokenLines(setupToken, operate),
    ...networks.map((line) => `Nodes          ${line}`),
    '',
    setupToken.state === 'claimed'
      ? `The instance is set up. To operate it, run ${operate} --help`
      : `The instance is not set up yet. Run ${operate} setup --file setup.json (docs/deploy.md)`,
  ].join('\n')
}

/** Browsers tie passkeys to the domain that they were made on. */
function passkeyLines(baseUrl: string, movedFrom: string | null, operate: string): string[] {
  if (movedFrom === null || new URL(movedFrom).hostname === new URL(baseUrl).hostname) return []
  return [
    `Warning        the domain changed: passkeys made at ${movedFrom} no longer work. Sign in with your`,
    `               password and a code, and add new ones; or run ${operate} operators reset-access EMAIL`,
  ]
}

/** The first visitor of the dashboard needs the token; AWS authorizes the terminal. */
function tokenLines(setupToken: MintedSetupToken, operate: string): string[] {
  switch (setupToken.state) {
    case 'minted':
      return [
        `Setup token    ${setupToken.token} (for the first visitor of the dashboard; shown only once)`,
      ]
    case 'minted-before':
      return [`Setup token    already shown; to replace it, run ${operate} setup-token --renew`]
    case 'claimed':
      return []
  }
}
