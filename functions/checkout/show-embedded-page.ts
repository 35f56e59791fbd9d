import { showEmbeddedPage } from '../../shared/merchant/checkout/show-embedded-page.ts'
import { serveDocument } from '../pipelines/document-function.ts'

export const serve = serveDocument(showEmbeddedPage)
