import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type FunctionConfiguration,
  GetCodeSigningConfigCommand,
  GetFunctionCodeSigningConfigCommand,
  GetFunctionCommand,
  GetLayerVersionByArnCommand,
  type LambdaClient,
} from '@aws-sdk/client-lambda'
import type { Assembly, PlannedResource } from './read-assembly.ts'
import { readZip } from './read-zip.ts'

type Planned = PlannedResource['Properties']

/** Returns how a function that runs differs: its code, and whatever else decides which code runs, and as whom. */
export async function compareFunction(
  lambda: LambdaClient,
  planned: Planned,
  { id, assetFiles }: { id: string } & Pick<Assembly, 'assetFiles'>,
): Promise<string[]> {
  const { Code, Configuration = {} } = await lambda.send(
    new GetFunctionCommand({ FunctionName: id }),
  )
  const code = await compareCode(
    { location: Code?.Location, sha256: Configuration.CodeSha256 },
    { files: await plannedFiles(planned, assetFiles), isAdded: addedTo(planned) },
  )
  const { CodeSigningConfigArn: signing } = planned
  const guard = signing === undefined ? [] : await compareSigning(lambda, String(signing), id)
  return [...code, ...compareSettings(planned, Configuration), ...guard]
}

/** Lambda checks a signature when code is deployed, so what counts is what it would check next time. */
async function compareSigning(
  lambda: LambdaClient,
  configArn: string,
  FunctionName: string,
): Promise<string[]> {
  const { CodeSigningConfigArn: found } = await lambda.send(
    new GetFunctionCodeSigningConfigCommand({ FunctionName }),
  )
  if (found !== configArn) return ['code signing']
  const { CodeSigningConfig } = await lambda.send(
    new GetCodeSigningConfigCommand({ CodeSigningConfigArn: configArn }),
  )
  const { UntrustedArtifactOnDeployment } = CodeSigningConfig?.CodeSigningPolicies ?? {}
  return UntrustedArtifactOnDeployment === 'Enforce' ? [] : ['code signing accepts unsigned code']
}

/** Returns how a layer differs, which is uploaded as it is. */
export async function compareLayer(
  lambda: LambdaClient,
  planned: Planned,
  { id, assetFiles }: { id: string } & Pick<Assembly, 'assetFiles'>,
): Promise<string[]> {
  const { Content } = await lambda.send(new GetLayerVersionByArnCommand({ Arn: id }))
  const built = (await assetFiles(keyOf(planned['Content']))).get('')
  return built && sha256Of(built) === Content?.CodeSha256 ? [] : ['its content']
}

type Built = { files: ReadonlyMap<string, Buffer>; isAdded: (path: string) => boolean }

/**
 * The zip of the same files differs from one machine to another, by their modes and the version of zlib. So what Lambda
 * has is downloaded, and its files are compared.
 */
async function compareCode(
  { location, sha256 }: { location: string | undefined; sha256: string | undefined },
  { files, isAdded }: Built,
): Promise<string[]> {
  if (location === undefined) return ['code: Lambda gives none']
  const zip = Buffer.from(await (await fetch(location)).arrayBuffer())
  if (sha256Of(zip) !== sha256) return ['code: the download does not have its CodeSha256']
  const deployed = filesOf(zip)
  if (typeof deployed === 'string') return [`code: ${deployed}`]
  return [...new Set([...files.keys(), ...deployed.keys()])]
    .filter((path) => files.has(path) || !isAdded(path))
    .filter((path) => !isSame(files.get(path), deployed.get(path)))
    .map((path) => `code: ${path}`)
}

/** Whether AWS adds a file: AWS Signer its signature, and CloudFormation a module to code in a template. */
function addedTo({ Code, CodeSigningConfigArn }: Planned): Built['isAdded'] {
  return (path) =>
    (CodeSigningConfigArn !== undefined && signature.test(path)) ||
    (isInline(Code) && responseModule.test(path))
}

const signature = /^META[-_]INF\/aws_signer_signature_v1\.0\.SF$/
const responseModule = /^(node_modules\/)?cfn-?response(\/index)?\.(js|py)$/

/** Or why its files aren't certain. */
function filesOf(zip: Buffer): ReadonlyMap<string, Buffer> | string {
  try {
    return readZip(zip)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function isSame(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one !== undefined && other !== undefined && one.equals(other)
}

async function plannedFiles(
  { Code, Runtime }: Planned,
  assetFiles: Assembly['assetFiles'],
): Promise<ReadonlyMap<string, Buffer>> {
  if (isInline(Code)) {
    const name = String(Runtime).startsWith('python') ? 'index.py' : 'index.js'
    return new Map([[name, Buffer.from(String(Code.ZipFile))]])
  }
  return assetFiles(keyOf(Code))
}

function isInline(code: unknown): code is { ZipFile: unknown } {
  return typeof code === 'object' && code !== null && 'ZipFile' in code
}

function keyOf(stored: unknown): string {
  return typeof stored === 'object' && stored !== null && 'S3Key' in stored
    ? String(stored.S3Key)
    : ''
}

function compareSettings(planned: Planned, deployed: FunctionConfiguration): string[] {
  const { Environment, Layers = [], Handler, Runtime, Role } = planned
  const pairs = {
    handler: [Handler, deployed.Handler],
    runtime: [Runtime, deployed.Runtime],
    role: [Role, deployed.Role],
    layers: [Layers, deployed.Layers?.map(({ Arn }) => Arn) ?? []],
    environment: [
      Environment ?? { Variables: {} },
      { Variables: deployed.Environment?.Variables ?? {} },
    ],
  }
  return Object.entries(pairs)
    .filter(([, [expected, found]]) => !isDeepStrictEqual(expected, found))
    .map(([name]) => name)
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64')
}
