import * as z from 'zod'
import type { CallOperator } from '../operate/operator-functions.ts'

const suffix = '-pages'

const outputs = z.record(
  z.string().endsWith(suffix),
  z.object({ BaseUrl: z.url(), CloudFrontName: z.string() }),
)

const moved = z.object({ baseUrl: z.string(), isSetUp: z.boolean() })

/**
 * Tells the deployed service its address, which CloudFormation's outputs name. Answers what its owner wants to know.
 */
export async function tellAddress(
  all: Record<string, unknown>,
  connect: (functionPrefix: string) => Promise<CallOperator>,
): Promise<string> {
  const pages = Object.entries(all).filter(([stack]) => stack.endsWith(suffix))
  const [deployed] = Object.entries(outputs.parse(Object.fromEntries(pages)))
  if (!deployed) throw new Error('The deployment has no pages, so it has no address.')
  const [stack, { BaseUrl, CloudFrontName }] = deployed
  const functionPrefix = `${stack.slice(0, -suffix.length)}-`
  const call = await connect(functionPrefix)
  const payload = { command: 'move', baseUrl: BaseUrl }
  const { baseUrl, isSetUp } = moved.parse(await call('operator-settings', payload))
  return summary({ baseUrl, isSetUp, functionPrefix, cloudFrontName: CloudFrontName })
}

type Summary = {
  baseUrl: string
  isSetUp: boolean
  functionPrefix: string
  cloudFrontName: string
}

function summary({ baseUrl, isSetUp, functionPrefix, cloudFrontName }: Summary): string {
  const next = isSetUp
    ? `Set up before. Operate it: FUNCTION_PREFIX=${functionPrefix} npm run operate -- --help`
    : `Not set up yet: FUNCTION_PREFIX=${functionPrefix} npm run operate -- setup --file setup.json (docs/operating.md)`
  return [
    '',
    `Base URL       ${baseUrl}`,
    `API reference  ${baseUrl}/docs`,
    `CloudFront     ${cloudFrontName} (what a domain of yours is a CNAME of)`,
    '',
    next,
  ].join('\n')
}
