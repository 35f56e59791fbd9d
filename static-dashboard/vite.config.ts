import { defineConfig, type Plugin } from 'vite'

/** A language is one file, of which each page loads its part: `de.json?part=money`. */
const languageParts: Plugin = {
  name: 'language-parts',
  enforce: 'pre',
  transform(code, id) {
    const part = /\.json\?part=(\w+)$/.exec(id)?.[1]
    return part && { code: `export default ${JSON.stringify(JSON.parse(code)[part])}`, map: null }
  },
}

/** Builds one page for everything under `/dashboard`; each of its pages is a chunk of its own. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  publicDir: false,
  plugins: [languageParts],
  // The same as in production, with any NODE_ENV.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
