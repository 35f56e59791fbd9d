import { showLogo } from '../../shared/records/settings/show-logo.ts'
import { serveDocument } from '../pipelines/document-function.ts'

export const serve = serveDocument(showLogo)
