import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Returns the path of the anvil binary in the platform package that npm installed. No install script is involved: npm 12
 * runs none. Throws an error for the operator if there is no binary.
 */
export function anvilBinary(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const anvil = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    const binary = createRequire(anvil).resolve(`${name}/bin/${file}`)
    accessSync(binary, constants.X_OK)
    return binary
  } catch (cause) {
    throw new Error(
      `The local chains need the package ${name}, which is not installed. Run \`npm ci\` without --omit=optional.`,
      { cause },
    )
  }
}
