import { join } from 'node:path'
import { defineConfig } from 'vite'
import { inlineEarlyScript } from './early-script.ts'
import { embedFiles } from './embed-files.ts'
import { packTexts } from './pack-texts.ts'

/** The build of what functions make documents with, for which there is no HTML. */
const documents = 'documents'
/** The build of a refund's page. */
const refund = 'refund'

const source = (file: string) => join(import.meta.dirname, file)

const page = { index: source('index.html') }
const ofDocuments = {
  embed: source('src/embed.tsx'),
  'provider-page': source('src/provider-page.tsx'),
}

const inputOf = (mode: string) => {
  if (mode === documents) return ofDocuments
  return mode === refund ? { refund: source('refund.html') } : page
}

const pluginsOf = (mode: string) =>
  mode === documents || mode === refund ? [packTexts] : [packTexts, embedFiles, inlineEarlyScript]

/**
 * Builds one page for `/l/{slug}` and `/checkout/{id}`. Its files are under `/checkout/assets/`, so that one rule of the CDN
 * covers them. Only one small script is inlined, because the page's policy forbids all others. Documents and a refund's page
 * are built apart: what the page shared with them would be further files, of which each visit costs a request.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: '/checkout/',
  publicDir: false,
  plugins: pluginsOf(mode),
  // The same as in production, with any NODE_ENV.
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
      input: inputOf(mode),
      output: {
        entryFileNames: mode === documents ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
}))
