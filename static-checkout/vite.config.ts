import { join } from 'node:path'
import { defineConfig } from 'vite'
import { inlineEarlyScript } from './early-script.ts'
import { documentScripts, embedFiles } from './embed-files.ts'
import { packTexts } from './pack-texts.ts'

/**
 * Builds one page for `/l/{slug}` and `/checkout/{id}`. Its files are under `/checkout/assets/`, so that one rule of the CDN
 * covers them. Only one small script is inlined, because the page's policy forbids all others.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/checkout/',
  publicDir: false,
  plugins: [packTexts, embedFiles, inlineEarlyScript],
  // Always as in production: whoever builds with another NODE_ENV, such as a test, gets the same files.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: '../dist/checkout',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The HTML names what the script imports; chunks that load later have nothing else to wait for.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, names, { hostType }) => (hostType === 'html' ? names : []),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        embed: join(import.meta.dirname, 'src/embed.tsx'),
        'provider-page': join(import.meta.dirname, 'src/provider-page.tsx'),
      },
      output: {
        entryFileNames: ({ name }) =>
          documentScripts.includes(name) ? `${name}.js` : 'assets/[name]-[hash].js',
      },
    },
  },
})
