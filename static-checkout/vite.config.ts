import { defineConfig } from 'vite'

/**
 * One page for `/l/{slug}` and `/checkout/{id}`. Its files live under `/checkout/assets/`, so that one rule of the
 * CDN covers page and files. Nothing is inlined: the page runs under a policy without inline scripts and styles.
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
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
