import { defineConfig } from 'vite'

/** Builds one page for everything under `/dashboard`; each of its pages is a chunk of its own. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  publicDir: false,
  // Always as in production: whoever builds with another NODE_ENV, such as a test, gets the same files.
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
