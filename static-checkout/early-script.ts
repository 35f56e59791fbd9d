import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Plugin } from 'vite'

/** The script that stands in the page itself; its policy names it by its hash. */
export const earlyScript = buildSync({
  entryPoints: [join(import.meta.dirname, 'src/early-requests.ts')],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  write: false,
})
  .outputFiles.map(({ text }) => text.trim())
  .join('')

/** Puts the script above the styles, so that it doesn't wait for them. */
export const inlineEarlyScript: Plugin = {
  name: 'inline-early-script',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<!-- early script -->', () => `<script>${earlyScript}</script>`),
  },
}
