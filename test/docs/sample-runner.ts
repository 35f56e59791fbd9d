import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

const run = promisify(execFile)

/** A reader's environment: a shell that keeps its variables, Node, and the installed client. */
export type SampleRunner = {
  /** Returns the standard output. Rejects on failure. */
  shell: (code: string) => Promise<string>
  typescript: (code: string) => Promise<string>
  /** Rejects with the compiler's output if a program fails in strict mode. */
  compile: (programs: readonly string[]) => Promise<void>
  /** Starts a program that runs until `stop`. Returns its output so far. */
  start: (code: string) => Promise<{ printed: () => string }>
  set: (variables: Readonly<Record<string, string>>) => Promise<void>
  stop: () => Promise<void>
}

const timeoutMs = 30_000

/** `dataDir` is the running instance's `DATA_DIR`. */
export async function sampleRunner(
  dataDir: string,
  { withoutCurl = false }: { withoutCurl?: boolean } = {},
): Promise<SampleRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-guides-'))
  await mkdir(join(folder, 'bin'))
  await installClient(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'variables'), '')
  if (withoutCurl || !(await hasCurl())) await standInForCurl(folder)
  const children: ReturnType<typeof spawn>[] = []
  let count = 0

  const environment = {
    PATH: searchPath(folder),
    HOME: folder,
    npm_config_loglevel: 'error',
    DATA_DIR: dataDir,
  }
  const options = { cwd: folder, env: environment, timeout: timeoutMs }
  const inShell = async (script: string) => (await run('sh', ['-euc', script], options)).stdout
  const saved = async (code: string) => {
    const path = join(folder, `sample-${++count}.ts`)
    await writeFile(path, code)
    return path
  }
  return {
    shell: (code) => inShell(`. ./variables\n${code}\nexport -p > ./variables`),
    typescript: async (code) => inShell(`. ./variables\nnode ${await saved(code)}`),
    compile: async (programs) => {
      for (const code of programs) await saved(code)
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(compilerSettings))
      await run('tsc', ['-p', '.'], options).catch((cause) => {
        throw new Error(`the samples do not compile: ${cause.stdout}`, { cause })
      })
    },
    start: async (code) => {
      const script = `. ./variables\nexec node ${await saved(code)}`
      const child = spawn('sh', ['-euc', script], { cwd: folder, env: environment })
      children.push(child)
      let printed = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk
      })
      return { printed: () => printed }
    },
    set: async (variables) => {
      const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`)
      await writeFile(join(folder, 'variables'), lines.join(''), { flag: 'a' })
    },
    stop: async () => {
      for (const child of children) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function searchPath(folder: string): string {
  const ours = [join(folder, 'bin'), join(repositoryRoot, 'node_modules', '.bin')]
  return [...ours, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
}

const compilerSettings = {
  compilerOptions: {
    strict: true,
    target: 'es2024',
    module: 'nodenext',
    moduleDetection: 'force',
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(repositoryRoot, 'node_modules', '@types')],
  },
  include: ['*.ts'],
}

/** Links the client's sources, which Node runs directly: the samples need no build. */
async function installClient(folder: string): Promise<void> {
  const place = join(folder, 'node_modules', '@quittance', 'sdk')
  await mkdir(place, { recursive: true })
  const manifest = { name: '@quittance/sdk', type: 'module', exports: './src/index.ts' }
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest))
  await symlink(join(repositoryRoot, 'sdk', 'src'), join(place, 'src'))
}

async function hasCurl(): Promise<boolean> {
  return run('curl', ['--version']).then(
    () => true,
    () => false,
  )
}

async function standInForCurl(folder: string): Promise<void> {
  const standIn = join(repositoryRoot, 'test', 'docs', 'curl-stand-in.ts')
  const path = join(folder, 'bin', 'curl')
  await writeFile(path, `#!/bin/sh\nexec node '${standIn}' "$@"\n`)
  await chmod(path, 0o755)
}
