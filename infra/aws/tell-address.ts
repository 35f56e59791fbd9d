import * as z from 'zod'
import { OperateError } from '../operate/operate-error.ts'
import type { CallOperator } from '../operate/operator-functions.ts'
import { plainText } from '../operate/plain-text.ts'
import { askForProbe, probeLines } from '../operate/probe-lines.ts'
import { askSetupToken, type SetupTokenAnswer } from '../operate/setup-token.ts'

const suffix = '-pages'

const outputs = z.record(
  z.string().endsWith(suffix),
  z.object({ BaseUrl: z.url(), CloudFrontName: z.string() }),
)

const moved = z.object({ baseUrl: z.string() })

/**
 * Tells the deployed service its address, which CloudFormation's outputs name, and has it make its setup token where
 * nobody has set it up. Answers what its owner wants to know; the token is in there only the first time.
 */
export async function tellAddress(
  all: Record<string, unknown>,
  connect: (functionPrefix: string) => Promise<CallOperator>,
): Promise<string> {
  const pages = Object.entries(all).filter(([stack]) => stack.endsWith(suffix))
  const [deployed] = Object.entries(outputs.parse(Object.fromEntries(pages)))
  if (!deployed)
    throw new OperateError('The deployment has no pages, so it has no address. Deploy all stacks.')
  const [stack, { BaseUrl, CloudFrontName }] = deployed
  const functionPrefix = `${stack.slice(0, -suffix.length)}-`
  const call = await connect(functionPrefix)
  const payload = { command: 'move', baseUrl: BaseUrl }
  const { baseUrl } = moved.parse(await call('operator-settings', payload))
  const setupToken = await askSetupToken(call, { renew: false })
  const nodes = await probe(call)
  return plainText(
    summary({ baseUrl, functionPrefix, cloudFrontName: CloudFrontName, setupToken, nodes }),
  )
}

/** What was deployed stands, whatever the nodes say. */
async function probe(call: CallOperator): Promise<string[]> {
  try {
    const lines = probeLines(await askForProbe(call))
    return lines.length ? lines : ['all are as expected']
  } catch (error) {
    return [`not asked (${error instanceof Error ? error.message : error}); try chains probe`]
  }
}

type Summary = {
  baseUrl: string
  functionPrefix: string
  cloudFrontName: string
  setupToken: SetupTokenAnswer
  /** What the probe of the chains' nodes came to. */
  nodes: readonly string[]
}

function summary(deployed: Summary): string {
  const { baseUrl, functionPrefix, cloudFrontName, setupToken, nodes } = deployed
  const operate = `FUNCTION_PREFIX=${functionPrefix} npm run operate --`
  return [
    '',
    `Base URL       ${baseUrl}`,
    `API reference  ${baseUrl}/docs`,
    `Dashboard      ${baseUrl}/dashboard (not in this version yet: use the terminal)`,
    `CloudFront     ${cloudFrontName} (what a domain of yours is a CNAME of)`,
    ...tokenLines(setupToken, operate),
    ...nodes.map((line) => `Nodes          ${line}`),
    '',
    setupToken.state === 'claimed'
      ? `Set up before. Operate it: ${operate} --help`
      : `Not set up yet: ${operate} setup --file setup.json (docs/operating.md)`,
  ].join('\n')
}

/** Whoever signs in to the dashboard first has to know it; the terminal is let in by AWS. */
function tokenLines(answer: SetupTokenAnswer, operate: string): string[] {
  switch (answer.state) {
    case 'minted':
      return [`Setup token    ${answer.token} (for the dashboard's first visitor; not shown again)`]
    case 'minted-before':
      return [`Setup token    shown before; for another one: ${operate} setup-token --renew`]
    case 'claimed':
      return []
  }
}
