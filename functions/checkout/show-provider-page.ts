import { showProviderPage } from '../../shared/merchant/providers/show-provider-page.ts'
import { serveDocument } from '../pipelines/document-function.ts'

export const serve = serveDocument(showProviderPage)
