import type { Plugin } from 'vite'

/** Functions make documents without knowing the build, so their styles have a fixed name, as their scripts do. */
const embedStyles = 'embed.css'

/** The styles of the page again, as one file of that name. */
export const embedFiles: Plugin = {
  name: 'embed-files',
  generateBundle(_, bundle) {
    const styles = Object.values(bundle).flatMap((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
    )
    this.emitFile({ type: 'asset', fileName: embedStyles, source: [...new Set(styles)].join('\n') })
  },
}
