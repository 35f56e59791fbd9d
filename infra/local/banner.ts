import { relative } from 'node:path'
import type { InstanceFile } from './instance-file.ts'

type Details = { file: InstanceFile; dataDir: string; logPath: string; milliseconds: number }

export function banner({ file, dataDir, logPath, milliseconds }: Details): string {
  const instancePath = shorten(`${dataDir}/instance.json`)
  const chains = file.chains.map(({ mode, chainId, rpcUrl, assets }) => {
    const symbols = assets.map(({ symbol }) => symbol).join(', ')
    return `  Chain (${mode})   ${rpcUrl}   id ${chainId}, play money: ${symbols}`
  })
  return [
    '',
    `Quittance is ready (${(milliseconds / 1000).toFixed(1)} s).`,
    '',
    `  Dashboard      ${file.dashboardUrl}`,
    `  API            ${file.baseUrl}/api/v1`,
    `  Keys           ${file.apiKeys ? `test and live, in ${instancePath}` : 'none yet (SEED=off)'}`,
    ...(file.owner
      ? [`  Sign in as     ${file.owner.email}, password in ${instancePath}`]
      : [`  Setup token    ${file.setupToken}`]),
    ...chains,
    `  Log            ${shorten(logPath)}`,
    '',
    ...(file.apiKeys ? ['  Run a demo payment:   npm run demo'] : []),
    '  Stop the instance:    Ctrl-C',
    '',
  ].join('\n')
}

function shorten(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}
