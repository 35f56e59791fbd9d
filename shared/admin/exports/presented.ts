import { exportSources } from './export-source.ts'
import type { ExportJob } from './rules/export-job.ts'
import { type ListedExport, presentExport } from './wire/listed-export.ts'

/** An export as it is now. */
export function presented(job: ExportJob, now: Date): ListedExport {
  return presentExport(job, { now, reachedAt: exportSources[job.of].reachedAt(job.position) })
}
