import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import * as z from 'zod'
import { buildService } from '../../infra/aws/service.ts'
import { readSettings } from '../../infra/aws/settings.ts'
import { buildPagesIfChanged } from '../../infra/build/build-pages.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'

const template = z.object({ Resources: z.record(z.string(), z.object({ Type: z.string() })) })

export async function countAlarms(): Promise<number> {
  await buildPagesIfChanged()
  const outdir = await mkdtemp(join(tmpdir(), 'quittance-cost-'))
  try {
    const app = new App({ outdir, analyticsReporting: false })
    const bundleOf = () => join(repositoryRoot, 'infra/machines')
    buildService(
      app,
      { functions, bundleOf },
      readSettings(() => undefined),
    )
    app.synth()
    const files = (await readdir(outdir)).filter((name) => name.endsWith('.template.json'))
    const texts = await Promise.all(files.map((name) => readFile(join(outdir, name), 'utf8')))
    return texts
      .flatMap((text) => Object.values(template.parse(JSON.parse(text)).Resources))
      .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm').length
  } finally {
    await rm(outdir, { recursive: true, force: true })
  }
}
