import { defineConfig } from 'vite'

/**
 * Builds one page for `/l/{slug}` and `/checkout/{id}`. Its files are under `/checkout/assets/`, so that one rule of the CDN
 * covers them. Nothing is inlined, because the page's policy forbids inline scripts and styles.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/checkout/',
  publicDir: false,
  build: {
    outDir: '../dist/checkout',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
})
