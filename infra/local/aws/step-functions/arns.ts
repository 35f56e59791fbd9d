const account = 'arn:aws:states:local:000000000000'

export function machineArn(name: string): string {
  return `${account}:stateMachine:${name}`
}

export function executionArn(machine: string, name: string): string {
  return `${account}:execution:${machine}:${name}`
}
