export type DeployedResource = {
  type: string
  /** The physical id. */
  id: string
}

export type Known = {
  /** Values of `AWS::Region` and the like. */
  pseudo: Readonly<Record<string, string>>
  /** All resources, by logical id. */
  resources: ReadonlyMap<string, DeployedResource>
  outputOf: (stack: string, output: string) => string | undefined
}

/** A value of a template with its references replaced as CloudFormation does. What it can't replace stays, and so differs. */
export function resolveValue(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((each) => resolveValue(each, known))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [[name, given] = ['', undefined]] = entries
  if (entries.length === 1) {
    const replaced = replacement(name, given, known)
    if (replaced !== undefined) return replaced
  }
  return Object.fromEntries(entries.map(([key, each]) => [key, resolveValue(each, known)]))
}

function replacement(name: string, given: unknown, known: Known): unknown {
  switch (name) {
    case 'Ref':
      return known.pseudo[String(given)] ?? known.resources.get(String(given))?.id
    case 'Fn::GetAtt':
      return Array.isArray(given) && given[1] === 'Arn' ? arnOf(String(given[0]), known) : undefined
    case 'Fn::Join': {
      const [separator, parts] = Array.isArray(given) ? given : []
      const resolved = resolveValue(parts, known)
      return Array.isArray(resolved) ? resolved.join(String(separator)) : undefined
    }
    case 'Fn::Sub':
      return String(given).replaceAll(/\$\{([\w:]+)\}/g, (text, of: string) =>
        String(replacement('Ref', of, known) ?? text),
      )
    case 'Fn::GetStackOutput':
      return outputOf(given, known)
    default:
      return undefined
  }
}

function outputOf(given: unknown, known: Known): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  if (!('StackName' in given && 'OutputName' in given)) return undefined
  return known.outputOf(String(given.StackName), String(given.OutputName))
}

/** Undefined for resources that no policy or function refers to. */
function arnOf(logicalId: string, { pseudo, resources }: Known): string | undefined {
  const { type, id } = resources.get(logicalId) ?? { type: '', id: '' }
  const { 'AWS::Region': region, 'AWS::AccountId': account } = pseudo
  const arn = (service: string, resource: string, place = `${region}:${account}`) =>
    `arn:${pseudo['AWS::Partition']}:${service}:${place}:${resource}`
  switch (type) {
    case 'AWS::IAM::Role':
      return arn('iam', `role/${id}`, `:${account}`)
    case 'AWS::Lambda::Function':
      return arn('lambda', `function:${id}`)
    case 'AWS::Logs::LogGroup':
      return arn('logs', `log-group:${id}:*`)
    case 'AWS::S3::Bucket':
      return arn('s3', id, ':')
    default:
      return undefined
  }
}
