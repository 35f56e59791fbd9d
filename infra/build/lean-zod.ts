import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * Removes zod's generator of JSON Schema from the bundles, a fifth of it. Functions only parse; the API description is
 * generated when they are built, and the terminal's options elsewhere.
 */
export const leanZod: Plugin = {
  name: 'lean-zod',
  setup({ onLoad }) {
    const filter = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/
    onLoad({ filter }, async ({ path }) => {
      const exported = (await readFile(path, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)
      return { contents: [leftOut, ...[...exported].map(([, name]) => stub(name))].join('\n') }
    })
  },
}

const leftOut =
  "const leftOut = () => { throw new Error('JSON Schema is not part of the bundles') }"

const stub = (name: string | undefined) => `export { leftOut as ${name} }`
