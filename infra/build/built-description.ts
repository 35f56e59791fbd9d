import type { Plugin } from 'esbuild'
import { describeApi } from '../../shared/openapi/describe-api.ts'

/** Generates the API description when functions are built: their bundles have no generator of JSON Schema. */
export const builtDescription: Plugin = {
  name: 'built-description',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]shared[\\/]openapi[\\/]describe-api\.ts$/ }, () => {
      const text = JSON.stringify(describeApi())
      return {
        contents: `
          const generated = JSON.parse(${JSON.stringify(text)})
          export const describeApi = () => generated`,
      }
    })
  },
}
